import { create } from 'zustand';
import type { RegistrationDraft, RequestInput } from '../../src-preload/contract/index.ts';

export type AddTab = 'form' | 'paste';
/** What stands above the screen. */
export type Dialog =
  | { readonly kind: 'add'; readonly tab: AddTab }
  /** A registered server's launch. */
  | { readonly kind: 'confirm'; readonly id: string }
  /** The launch of a server that is not registered yet. */
  | {
      readonly kind: 'confirm-new';
      readonly id: string;
      readonly registration: RegistrationDraft;
    }
  /** The launch that an edit would lead to. */
  | {
      readonly kind: 'confirm-edit';
      readonly id: string;
      readonly registration: RegistrationDraft;
      readonly changes: RequestInput<'server/edit'>['changes'];
    }
  | { readonly kind: 'secret'; readonly names: readonly string[]; readonly id: string };

interface Dialogs {
  readonly dialog: Dialog | null;
  readonly open: (dialog: Dialog) => void;
  readonly close: () => void;
}

export const useDialogs = create<Dialogs>()((set) => ({
  dialog: null,
  open: (dialog) => set({ dialog }),
  close: () => set({ dialog: null }),
}));

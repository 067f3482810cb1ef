import { create } from 'zustand';

export type AddTab = 'form' | 'paste';
/** What stands above the screen. */
export type Dialog =
  | { readonly kind: 'add'; readonly tab: AddTab }
  /** A registered server's launch. */
  | { readonly kind: 'confirm'; readonly id: string }
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

import { z } from 'zod';

/**
 * What a person can do about a reason. The window makes a button of it, the CLI a command; where it
 * carries values, they are what the button does it with.
 */
export const WayOut = z.discriminatedUnion('way', [
  /** Read the launch and say yes. */
  z.object({ way: z.literal('confirm') }),
  /** The same, for a launch that differs from the one confirmed. */
  z.object({ way: z.literal('review_launch') }),
  z.object({ way: z.literal('accept_edit') }),
  z.object({ way: z.literal('review_tools') }),
  z.object({ way: z.literal('enable') }),
  z.object({ way: z.literal('set_secret'), names: z.array(z.string()) }),
  z.object({ way: z.literal('allow_runner'), command: z.string() }),
  /** A longer time limit, in seconds. */
  z.object({ way: z.literal('raise_start'), seconds: z.number() }),
  z.object({ way: z.literal('raise_call'), seconds: z.number() }),
  /** The command of a stdio server, the address of a remote one. */
  z.object({ way: z.literal('edit_launch') }),
  z.object({ way: z.literal('edit_sign_in') }),
  /** Try now although the next try is not due. */
  z.object({ way: z.literal('try_now') }),
  z.object({ way: z.literal('try_again') }),
  z.object({ way: z.literal('show_log') }),
  z.object({ way: z.literal('see_package') }),
  z.object({ way: z.literal('open_secret_store') }),
  z.object({ way: z.literal('change_port') }),
]);
export type WayOut = z.infer<typeof WayOut>;
export type WayName = WayOut['way'];

/** The name of a program without its folder and without the ending that Windows gives it. */
export const baseName = (word: string): string =>
  (word.split(/[\\/]/).at(-1) ?? '').replace(/\.(exe|cmd|bat)$/i, '');

/** A word cut for a sentence; what it stands for is shown whole elsewhere. */
export const shorten = (text: string): string =>
  text.length > 60 ? `${text.slice(0, 57)}…` : text;

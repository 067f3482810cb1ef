/**
 * Letters of other scripts that look like Latin ones, by hand and small on purpose: what a reader
 * takes for Latin in common fonts. Keys and values are aligned strings, one letter each.
 * Source of the idea: Unicode Technical Standard 39; the choice of letters is ours.
 */
const pairs = (from: string, to: string): [string, string][] => {
  const latin = [...to];
  return [...from].map((letter, index) => [letter, latin[index] ?? letter]);
};

/** Twins so close that even a word made only of them may be read as Latin. */
export const TWINS: ReadonlyMap<string, string> = new Map([
  ...pairs('аеорсухіјѕһԁԛԝӏ', 'aeopcyxijshdqwl'),
  ...pairs('АВЕКМНОРСТУХІЈЅԚԜ', 'ABEKMHOPCTYXIJSQW'),
  ...pairs('οϲϳν', 'ocjv'),
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'),
]);

/** Looser ones, read as Latin only inside a word that has Latin letters too. */
export const LOOSE: ReadonlyMap<string, string> = new Map([
  ...TWINS,
  ...pairs('вкмнтгпиь', 'bkmhtrnub'),
  ...pairs('αβεικρτυχηγ', 'abeikptuxny'),
]);

/** Latin letters in disguise that compatibility normalisation leaves alone. */
export const DISGUISED: ReadonlyMap<string, string> = new Map([
  ...pairs('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnoprstuvwyz'),
  ...pairs('ıɡɑɩʋøłđħ', 'igaivoldh'),
]);

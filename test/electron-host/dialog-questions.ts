import { type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, normalize } from 'node:path';
import type Electron from 'electron';
import type { Person } from './person.ts';

/** The path of something that is there, of the kind asked for; null when the person cancels. */
export function askOpenPath(person: Person, options: Electron.OpenDialogOptions) {
  const { title, message, defaultPath, properties = [] } = options;
  const folders = properties.includes('openDirectory');
  const files = properties.includes('openFile') || !folders;
  const wanted = folders && files ? 'folder or file' : folders ? 'folder' : 'file';
  const heading = lines(title ?? 'Open', message, `Type the full path of a ${wanted}.`);
  return askPath(person, heading, defaultPath, (path) => {
    const found = factsOf(path);
    if (found === undefined) return `There is no ${path}.`;
    if (found.isDirectory() ? folders : files) return undefined;
    return `${path} is not a ${wanted}.`;
  });
}

/** A path where a file can be written; what is there is replaced only if the person says so. */
export async function askSavePath(person: Person, options: Electron.SaveDialogOptions) {
  const { title, message, defaultPath } = options;
  const heading = lines(title ?? 'Save', message, 'Type the full path of the file to write.');
  for (let suggestion = defaultPath; ; ) {
    const path = await askPath(person, heading, suggestion, (one) => {
      if (factsOf(one)?.isDirectory()) return `${one} is a folder.`;
      return factsOf(dirname(one))?.isDirectory() ? undefined : `There is no ${dirname(one)}.`;
    });
    if (path === null || factsOf(path) === undefined) return path;
    if (await person.confirm(`There is a file ${path} already. Replace it?`)) return path;
    suggestion = path;
  }
}

/** The button that the person chose by its number, and the check box; null when they cancel. */
export async function askMessage(person: Person, options: Electron.MessageBoxOptions) {
  const { title, message, detail, defaultId = 0, checkboxLabel, checkboxChecked } = options;
  const buttons = options.buttons?.length ? options.buttons : ['OK'];
  const numbered = buttons.map((label, at) => `${at + 1}: ${label}`);
  const heading = lines(title, message, detail, '', ...numbered, '', 'Type the number.');
  let problem: string | undefined;
  for (;;) {
    const said = await person.prompt(lines(problem, heading), String(defaultId + 1));
    if (said === null) return null;
    const response = buttons.findIndex((_label, at) => said.trim() === String(at + 1));
    if (response >= 0) {
      const checked = checkboxLabel
        ? await person.confirm(lines(checkboxLabel, '', 'OK: yes. Cancel: no.'))
        : (checkboxChecked ?? false);
      return { response, checkboxChecked: checked };
    }
    problem = `${said.trim() || 'Nothing'} is not one of the numbers.\n`;
  }
}

async function askPath(
  person: Person,
  heading: string,
  defaultPath: string | undefined,
  problemOf: (path: string) => string | undefined,
): Promise<string | null> {
  let suggestion = defaultPath ?? '';
  let problem: string | undefined;
  for (;;) {
    const said = await person.prompt(lines(problem && `${problem}\n`, heading), suggestion);
    if (said === null) return null;
    suggestion = said.trim();
    const path = normalize(suggestion.replace(/^~(?=$|\/)/, homedir()));
    problem = isAbsolute(path)
      ? problemOf(path)
      : `A full path begins with / or ~: ${join('/', 'home', 'me', 'notes')}, for example.`;
    if (problem === undefined) return path;
  }
}

function factsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined; // not there, or not for this person: both cannot be chosen
  }
}

const lines = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join('\n');

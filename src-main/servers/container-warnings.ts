import { posix } from 'node:path';
import type { LaunchWarning } from './launch-warnings.ts';
import { baseName, shorten } from './word-parts.ts';

const PRIVILEGED_FLAGS: readonly [RegExp, string][] = [
  // The spellings of true that the container programs take.
  [
    /^--privileged(=(1|t|T|true|TRUE|True))?$/,
    'runs the container with full rights over this machine',
  ],
  [/^--(pid|ipc|uts|userns|cgroupns|network|net)=host$/, 'shares the machine’s own namespaces'],
  [/^--cap-add(=.*)?$/, 'gives the container extra rights'],
  [/^--device(=.*)?$/, 'gives the container a device of this machine'],
  [/^--security-opt(=.*)?$/, 'loosens the container’s protection'],
];
const HOST_NAMESPACE = /^--(pid|ipc|uts|userns|cgroupns|network|net)$/;
/** `-v`, also behind other one-letter options: `-itv`. */
const MOUNT_FLAG = /^(-[ditPq]*v|--volume|--mount)$/;
const MOUNT_WITH_VALUE = /^(?:-[ditPq]*v=?|--volume=|--mount=)(.+)$/;

/** Options of docker, podman and nerdctl that open this machine to the container. */
export function containerWarnings(argv: readonly string[]): LaunchWarning[] {
  if (!argv.some((word) => /^(docker|podman|nerdctl)$/.test(baseName(word)))) return [];
  const warnings: LaunchWarning[] = [];
  const add = (text: string) => warnings.push({ code: 'privileged', text });
  for (const [index, word] of argv.entries()) {
    for (const [flag, meaning] of PRIVILEGED_FLAGS) {
      if (flag.test(word)) add(`“${word}” ${meaning}.`);
    }
    const next = argv[index + 1] ?? '';
    if (HOST_NAMESPACE.test(word) && next === 'host') {
      add(`“${word} host” shares the machine’s own namespaces.`);
    }
    const mount = MOUNT_FLAG.test(word) ? next : (MOUNT_WITH_VALUE.exec(word)?.[1] ?? '');
    if (isWideMount(mount)) {
      add(
        `“${shorten(mount)}” opens a system folder or the container service itself to the container.`,
      );
    }
  }
  return warnings;
}

function isWideMount(mount: string): boolean {
  const written = mount.includes('=')
    ? (/(?:^|,)(?:source|src)=([^,]*)/.exec(mount)?.[1] ?? '')
    : (/^([A-Za-z]:[\\/][^:]*|[^:]*)(?::|$)/.exec(mount)?.[1] ?? '');
  const source = written.startsWith('/') ? posix.normalize(written) : written;
  return (
    /^\/+$/.test(source) ||
    /^[A-Za-z]:[\\/]?$/.test(source) ||
    /docker\.sock$|podman\.sock$/.test(source) ||
    /^\/(etc|root|boot|dev|proc|sys|var|usr|home)\/?$/.test(source) ||
    source === '~' ||
    /^\$\{?HOME\}?\/?$/.test(source)
  );
}

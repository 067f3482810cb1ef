import { notModelled } from './strict.ts';

/**
 * Chromium refuses schemes it does not know, so app://bundle/x is loaded as
 * https://bundle.app.ehost.invalid/x, and shown to the app as app://bundle/x again.
 */
const suffix = '.ehost.invalid';

export interface Privileges {
  readonly standard?: boolean;
  readonly secure?: boolean;
  readonly supportFetchAPI?: boolean;
}

export class SchemeUrls {
  private readonly privileges = new Map<string, Privileges>();
  private readonly handled = new Set<string>();

  privilege(scheme: string, privileges: Privileges): void {
    this.privileges.set(scheme, privileges);
  }

  privilegesOf(scheme: string): Privileges {
    return this.privileges.get(scheme) ?? {};
  }

  handle(scheme: string): void {
    const { standard, secure } = this.privilegesOf(scheme);
    if (!standard || !secure) {
      throw notModelled(
        `protocol.handle('${scheme}') for a scheme that is not standard and secure`,
      );
    }
    this.handled.add(scheme);
  }

  unhandle(scheme: string): void {
    this.handled.delete(scheme);
  }

  /** The URL that Chromium loads for an app's URL. */
  toPage(url: string): string {
    const parts = /^([a-z][a-z0-9+-]*):\/\/([^/?#]*)(.*)$/i.exec(url);
    const [, scheme = '', host = '', rest = ''] = parts ?? [];
    if (!this.handled.has(scheme)) return url;
    return `https://${host || '_'}.${scheme}${suffix}${rest || '/'}`;
  }

  /** The app's URL for one that Chromium reports. */
  fromPage(url: string): string {
    return url.replace(
      /^https:\/\/([^/?#]*)\.([a-z0-9+-]+)\.ehost\.invalid(?=[/?#]|$)/,
      (_all, host: string, scheme: string) => `${scheme}://${host === '_' ? '' : host}`,
    );
  }

  /** Rewrites an app's scheme inside a content security policy; 'self' needs no rewriting. */
  policyToPage(policy: string): string {
    return policy.replace(
      /(^|[\s;])([a-z][a-z0-9+-]*):(?:\/\/([^\s;/]+))?(?=[\s;/]|$)/g,
      (all: string, before: string, scheme: string, host: string | undefined) =>
        this.handled.has(scheme) ? `${before}https://${host ?? '*'}.${scheme}${suffix}` : all,
    );
  }
}

/** A URL as it is requested. */
export const withoutHash = (url: string): string => url.replace(/#.*/s, '');

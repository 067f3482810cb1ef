import type { Protocol } from '../../node_modules/playwright-core/types/protocol.d.ts';
import { schemeHandlers, schemeUrls } from './protocol.ts';
import { debug } from './runtime.ts';
import type { ResponseAnswer } from './session.ts';
import { emitPreventable } from './strict.ts';
import type { WebContents } from './web-contents.ts';

type Paused = Protocol.Fetch.requestPausedPayload;

/** Decides one paused request of a page: navigation rules, then the app's scheme handler. */
export async function decideRequest(contents: WebContents, paused: Paused): Promise<void> {
  const url = schemeUrls.fromPage(paused.request.url);
  const fail = (errorReason: Protocol.Network.ErrorReason) =>
    contents.command('Fetch.failRequest', { requestId: paused.requestId, errorReason });

  if (url !== paused.request.url && isOwnFaviconRequest(paused, url)) {
    const nothing = { requestId: paused.requestId, responseCode: 204 };
    await contents.command('Fetch.fulfillRequest', nothing);
  } else if (
    paused.resourceType === 'Document' &&
    (await navigationPrevented(contents, paused, url))
  ) {
    await fail('Aborted');
  } else if (await cancelledByApp(contents, paused, url)) {
    await fail('BlockedByClient');
  } else if (url === paused.request.url) {
    await contents.command('Fetch.continueRequest', { requestId: paused.requestId });
  } else {
    const response = await respond(contents, paused, url);
    if (response) await contents.command('Fetch.fulfillRequest', response);
    else await fail('Failed');
  }
}

/** Chromium asks for it only because it takes the app's scheme for https. */
function isOwnFaviconRequest({ resourceType }: Paused, url: string): boolean {
  return resourceType === 'Other' && new URL(url).pathname === '/favicon.ico';
}

/** Pages may go elsewhere only if the app lets them; the app's own loads are not asked about. */
async function navigationPrevented(contents: WebContents, paused: Paused, url: string) {
  const isMainFrame = paused.frameId === contents.mainFrameId;
  if (isMainFrame && contents.isOwnLoad(paused.request.url)) return false;
  if (isMainFrame && (await contents.isReloadFromOutside(paused.request.url))) return false;
  const frame = isMainFrame ? contents.mainFrame : null;
  const details = { url, isMainFrame, isSameDocument: false, frame };
  if (emitPreventable(contents, 'will-frame-navigate', details)) return true;
  if (!isMainFrame) return false;
  return emitPreventable(contents, 'will-navigate', details, url, false, true, 1, 1);
}

async function cancelledByApp(contents: WebContents, paused: Paused, url: string) {
  const listener = contents.session.webRequest.beforeRequest;
  if (!listener) return false;
  const { method } = paused.request;
  const answer = await new Promise<{ readonly cancel?: boolean }>((resolve) =>
    listener({ url, method, resourceType: resourceTypeName(contents, paused) }, resolve),
  );
  return answer.cancel === true;
}

async function respond(contents: WebContents, paused: Paused, url: string) {
  const scheme = url.slice(0, url.indexOf(':'));
  const isFetch = paused.resourceType === 'Fetch' || paused.resourceType === 'XHR';
  if (isFetch && !schemeUrls.privilegesOf(scheme).supportFetchAPI) return undefined;
  const response = await callHandler(scheme, paused, url);
  if (!response) return undefined;

  let headers: Record<string, string | string[]> = headerLists(response.headers);
  const answer = await askAboutHeaders(contents, paused, url, response);
  if (answer?.cancel) return undefined;
  headers = answer?.responseHeaders ?? headers;

  const responseHeaders = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value) => ({
      name,
      value:
        name.toLowerCase() === 'content-security-policy' ? schemeUrls.policyToPage(value) : value,
    })),
  );
  const isHtml = responseHeaders.some(
    ({ name, value }) => name.toLowerCase() === 'content-type' && value.includes('text/html'),
  );
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    requestId: paused.requestId,
    responseCode: response.status,
    responseHeaders,
    body: (isHtml ? Buffer.from(mapPolicyElements(bytes.toString())) : bytes).toString('base64'),
  };
}

async function callHandler(
  scheme: string,
  paused: Paused,
  url: string,
): Promise<Response | undefined> {
  const { method, headers, postData } = paused.request;
  try {
    const body = postData !== undefined && !['GET', 'HEAD'].includes(method) ? postData : null;
    return await schemeHandlers.get(scheme)?.(new Request(url, { method, headers, body }));
  } catch (error) {
    console.error(`protocol.handle('${scheme}') failed for ${url}:`, error);
    return undefined;
  }
}

function askAboutHeaders(
  contents: WebContents,
  paused: Paused,
  url: string,
  response: Response,
): Promise<ResponseAnswer> | undefined {
  const listener = contents.session.webRequest.headersReceived;
  if (!listener) return undefined;
  const details = {
    url,
    statusCode: response.status,
    resourceType: resourceTypeName(contents, paused),
    responseHeaders: headerLists(response.headers),
  };
  return new Promise((resolve) => listener(details, resolve));
}

function headerLists(headers: Headers): Record<string, string[]> {
  const lists: Record<string, string[]> = {};
  for (const [name, value] of headers) lists[name] = [...(lists[name] ?? []), value];
  return lists;
}

/** A policy in a <meta> element holds for the page too, so its scheme sources are rewritten. */
function mapPolicyElements(html: string): string {
  return html.replace(
    /(<meta[^>]+content-security-policy[^>]+content=")([^"]*)/gi,
    (_all, before: string, policy: string) => before + schemeUrls.policyToPage(policy),
  );
}

const resourceTypeNames: Partial<Record<Protocol.Network.ResourceType, string>> = {
  Stylesheet: 'stylesheet',
  Script: 'script',
  Image: 'image',
  Font: 'font',
  XHR: 'xhr',
  Fetch: 'xhr',
  Ping: 'ping',
  Media: 'media',
  WebSocket: 'webSocket',
};

function resourceTypeName(contents: WebContents, paused: Paused): string {
  if (paused.resourceType === 'Document') {
    return paused.frameId === contents.mainFrameId ? 'mainFrame' : 'subFrame';
  }
  const name = resourceTypeNames[paused.resourceType];
  if (name === undefined) debug('resource type', paused.resourceType);
  return name ?? 'other';
}

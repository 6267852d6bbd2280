/**
 * Whether a write comes from our own pages. Browsers send `Sec-Fetch-Site` or, older ones, `Origin` with every write,
 * and no page can forge either; a request with neither is refused. https://fetch.spec.whatwg.org/#origin-header
 * @param ours the public address; the address that the request was sent to counts as well
 */
export function isSameOrigin(
  headers: { origin?: string | undefined; 'sec-fetch-site'?: string | undefined; host?: string | undefined },
  ours: URL,
): boolean {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  if (origin === undefined) return site === 'same-origin'
  if (origin === ours.origin) return true
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host
}

/** Whether a request was caused by another site's page or link. Older browsers do not say. */
export const isCrossSite = (headers: { 'sec-fetch-site'?: string | string[] | undefined }): boolean =>
  headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site'

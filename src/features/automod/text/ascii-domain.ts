/** Never a valid domain, so if it remains, the assigned domain was refused. */
const refused = 'refused.invalid'
const address = new URL(`ws://${refused}`)

/**
 * Returns a domain as browsers write it: in lower case, other scripts as `xn--`; empty if it is not valid. Works like
 * Node's `domainToASCII`, which is missing in browsers, where the public site tries out messages.
 */
export function asciiDomain(domain: string): string {
  address.hostname = refused
  address.hostname = domain
  return address.hostname === refused ? '' : address.hostname
}

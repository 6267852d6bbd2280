/** No domain can be this one, so it says that another was refused. */
const refused = 'refused.invalid'
const address = new URL(`ws://${refused}`)

/**
 * A domain as browsers write it: small letters, other scripts as `xn--`; empty for what is none. As Node's
 * `domainToASCII` finds it, but there is none of that in browsers, which try messages on the public site.
 */
export function asciiDomain(domain: string): string {
  address.hostname = refused
  address.hostname = domain
  return address.hostname === refused ? '' : address.hostname
}

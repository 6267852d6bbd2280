/** `manage` pages have the sidebar; everything else is in the page's column. */
export type ShellKind = 'public' | 'manage'

const within = (pathname: string, root: string) => pathname === root || pathname.startsWith(`${root}/`)

/** What surrounds a page: the footer is left out on the selector and on every /manage path. */
export function shellOf(pathname: string): { kind: ShellKind; footer: boolean } {
  const manage = within(pathname, '/manage')
  return { kind: manage ? 'manage' : 'public', footer: !manage && !within(pathname, '/selector') }
}

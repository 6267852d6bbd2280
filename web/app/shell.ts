/** `manage` pages have the sidebar; all other pages have a single column. */
export type ShellKind = 'public' | 'manage'

const within = (pathname: string, root: string) => pathname === root || pathname.startsWith(`${root}/`)

/** The parts around a page: the footer is left out on the selector and on every /manage path. */
export function shellOf(pathname: string): { kind: ShellKind; footer: boolean } {
  const manage = within(pathname, '/manage')
  return { kind: manage ? 'manage' : 'public', footer: !manage && !within(pathname, '/selector') }
}

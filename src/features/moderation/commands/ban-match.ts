export interface BannedUser {
  id: string
  username: string
  globalName: string | null
}

/** Returns the banned users with that name, and those whose name contains it, ignoring case. */
export function bansMatching(
  banned: readonly BannedUser[],
  typed: string,
): { exact: BannedUser[]; partial: BannedUser[] } {
  const wanted = typed.replace(/^@/, '').trim().toLowerCase()
  const names = ({ username, globalName }: BannedUser) =>
    [username, globalName ?? username].map(name => name.toLowerCase())
  if (wanted === '') return { exact: [], partial: [] }
  return {
    exact: banned.filter(user => names(user).includes(wanted)),
    partial: banned.filter(user => names(user).some(name => name.includes(wanted))),
  }
}

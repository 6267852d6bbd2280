/** What emojis are noted under in the server's history. */
export const emojisNoted = 'emojis'

export const notedAs = ({ name, roles }: { name: string; roles?: readonly string[] | undefined }) => ({
  name,
  roles: [...(roles ?? [])],
})

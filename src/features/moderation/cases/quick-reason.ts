/** Returns the reason a moderator means: the text of a quick reason if only its name was typed. */
export function quickReason(
  templates: readonly { name: string; text: string }[],
  typed: string | undefined,
): string | null {
  const wanted = typed?.trim().toLowerCase()
  return templates.find(({ name }) => name.toLowerCase() === wanted)?.text ?? typed ?? null
}

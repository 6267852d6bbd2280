/** The reason as meant: the text of a quick reason when its name is all that was typed. */
export function quickReason(
  templates: readonly { name: string; text: string }[],
  typed: string | undefined,
): string | null {
  const meant = typed?.trim().toLowerCase()
  return templates.find(({ name }) => name.toLowerCase() === meant)?.text ?? typed ?? null
}

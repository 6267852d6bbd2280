/** 'Admin and Configuration' as it appears in a URL of the documentation: 'admin-and-configuration'. */
export const slug = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/**
 * The documentation's categories, in order, each with the headings that features file under it besides its own title.
 */
export const categories: readonly { title: string; holds?: readonly string[] }[] = [
  { title: 'Getting Started' },
  { title: 'Auto Moderation' },
  { title: 'Anti-Nuke Protection' },
  { title: 'Ticket System', holds: ['Tickets'] },
  { title: 'Music Player' },
  { title: 'Giveaway System' },
  { title: 'Economy System' },
  { title: 'Moderation Tools', holds: ['Moderation'] },
  { title: 'Suggestion System' },
  { title: 'Utility Commands' },
  { title: 'Admin and Configuration' },
]

/** For headings that no category lists. */
const otherwise = 'Utility Commands'

/** The category for a feature's heading, which may also be given as its {@link slug}. */
export const categoryOf = (heading: string): string =>
  categories.find(({ title, holds = [] }) => [title, ...holds].some(one => slug(one) === slug(heading)))?.title ??
  otherwise

/** The link to the documentation of a feature that files its commands under `heading`. */
export function docsLink(heading: string) {
  const category = categoryOf(heading)
  const page = slug(category)
  return { to: '/docs/$page', params: { page }, ...(category !== heading && { hash: slug(heading) }) } as const
}

import type { APIAttachment, APIEmbed } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { type FieldProblem, invalidForm } from '../errors.ts'
import { type ComponentNode, isNode, numbered } from './component-tree.ts'
import { safeName } from './attachments.ts'
import type { EmbedDraft } from './embeds.ts'

/** Drafts name uploaded files as 'attachment://name'; messages carry addresses. */

const scheme = 'attachment://'

/** The names of files that embeds and components use. */
export function referenced(drafts: unknown): Set<string> {
  const names = new Set<string>()
  JSON.stringify(drafts, (_key, value: unknown) => {
    if (typeof value === 'string' && value.startsWith(scheme)) names.add(value.slice(scheme.length))
    return value
  })
  return names
}

export function renderEmbed(draft: EmbedDraft, attachments: readonly APIAttachment[]): APIEmbed {
  const address = (url: string) => found(attachments, url)?.url ?? url
  const image = (from: { url: string } | undefined) => {
    if (!from) return undefined
    const file = found(attachments, from.url)
    const size = { width: file?.width ?? 0, height: file?.height ?? 0 }
    return { ...from, url: address(from.url), proxy_url: address(from.url), ...size }
  }
  const icons = (url: string | undefined) => (url ? { icon_url: address(url), proxy_icon_url: address(url) } : {})
  const { fields, author, footer, timestamp, ...plain } = draft
  const embed = {
    type: 'rich',
    ...plain,
    timestamp: timestamp && new Date(timestamp).toISOString().replace('Z', '000+00:00'),
    fields: fields?.map(field => ({ ...field, inline: field.inline ?? false })),
    author: author && { ...author, ...icons(author.icon_url) },
    footer: footer && { ...footer, ...icons(footer.icon_url) },
    image: image(draft.image),
    thumbnail: image(draft.thumbnail),
  }
  // Leaves out every key that the sender left out.
  return JSON.parse(JSON.stringify(embed)) as APIEmbed
}

/**
 * Components as they are stored: ids for all, addresses for files.
 * @throws DiscordError 50035 when one names a file that is not there
 */
export function renderComponents(
  sandbox: Sandbox,
  drafts: readonly ComponentNode[],
  attachments: readonly APIAttachment[],
): ComponentNode[] {
  const problems: FieldProblem[] = []
  const render = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((one, index) => render(one, `${path}.${index}`))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([key, inner]): [string, unknown] => {
        const isMedia = (key === 'media' || key === 'file') && hasUrl(inner)
        return [key, isMedia ? unfurled(inner.url, `${path}.${key}`) : render(inner, `${path}.${key}`)]
      })
    const file = isNode(value) && hasUrl(value['file']) ? found(attachments, value['file'].url) : undefined
    return { ...Object.fromEntries(entries), ...(file && { name: file.filename, size: file.size }) }
  }
  const unfurled = (url: string, path: string) => {
    const file = found(attachments, url)
    if (!file && url.startsWith(scheme))
      problems.push({
        path: `${path}.url`,
        code: 'UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
        message: `Attachment "${url.slice(scheme.length)}" not found`,
      })
    return {
      id: sandbox.nextId(),
      url: file?.url ?? url,
      proxy_url: file?.proxy_url ?? url,
      width: file?.width ?? null,
      height: file?.height ?? null,
      content_type: file?.content_type ?? null,
      ...(file && { attachment_id: file.id }),
    }
  }
  const rendered = render(numbered(drafts), 'components')
  if (problems.length > 0) throw invalidForm(problems)
  return rendered as ComponentNode[]
}

function found(attachments: readonly APIAttachment[], url: string): APIAttachment | undefined {
  const name = url.startsWith(scheme) ? safeName(url.slice(scheme.length)) : undefined
  return attachments.find(one => one.filename === name || one.url === url)
}

const hasUrl = (value: unknown): value is { url: string } =>
  typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string'

import type { APIEmbed, APIEmbedField } from 'discord-api-types/v10'
import type { ReactNode } from 'react'
import { useLookup } from './lookup.ts'
import { safeUrl } from '#kit/markdown/link.ts'
import { Markdown } from './markdown/view.tsx'
import { hexColour } from './model.ts'
import { Picture } from './picture.tsx'
import { messageTime } from './time.ts'
import './embed.css'

/** An embed: colored edge, author, title, text, fields in threes, pictures, footer. Empty parts are left out. */
export function Embed({ embed }: { embed: APIEmbed }) {
  const { author, title, description, fields = [], image, thumbnail, color } = embed
  return (
    <div className="embed" style={color === undefined ? undefined : { '--edge': hexColour(color) }}>
      <div className="embed-main">
        {author?.name && (
          <div className="embed-author">
            {author.icon_url && <Picture className="embed-icon" address={author.icon_url} alt="" />}
            <Linked address={author.url}>{author.name}</Linked>
          </div>
        )}
        {title && (
          <div className="embed-title">
            <Linked address={embed.url}>
              <Markdown line text={title} />
            </Linked>
          </div>
        )}
        {description && <Markdown text={description} />}
        {fields.length > 0 && (
          <div className="embed-fields">
            {fields.map((field, key) => (
              <Field key={key} field={field} span={fieldSpan(fields, key)} />
            ))}
          </div>
        )}
      </div>
      {thumbnail?.url && <Picture className="embed-thumbnail" address={thumbnail.url} alt="Thumbnail" />}
      {image?.url && (
        <Picture className="embed-image" address={image.url} alt="Image" width={image.width} height={image.height} />
      )}
      <Footer embed={embed} />
    </div>
  )
}

/**
 * The columns that a field spans. Inline fields share a row in twos and threes, as Discord lays them out.
 * @returns columns of twelve
 */
export function fieldSpan(fields: readonly APIEmbedField[], place: number): number {
  if (!fields[place]?.inline) return 12
  let first = place
  while (fields[first - 1]?.inline) first--
  let last = place
  while (fields[last + 1]?.inline) last++
  const rowStart = first + Math.floor((place - first) / 3) * 3
  return 12 / Math.min(3, last - rowStart + 1)
}

function Field({ field, span }: { field: APIEmbedField; span: number }) {
  return (
    <div className="embed-field" style={{ gridColumn: `span ${span}` }}>
      <div className="embed-field-name">
        <Markdown line text={field.name} />
      </div>
      <Markdown text={field.value} />
    </div>
  )
}

function Footer({ embed }: { embed: APIEmbed }) {
  const now = useLookup().now()
  const time = embed.timestamp ? Date.parse(embed.timestamp) : Number.NaN
  const parts = [embed.footer?.text, Number.isNaN(time) ? undefined : messageTime(time, now)].filter(Boolean)
  if (parts.length === 0) return undefined
  return (
    <div className="embed-footer">
      {embed.footer?.icon_url && <Picture className="embed-icon" address={embed.footer.icon_url} alt="" />}
      <span>{parts.join(' • ')}</span>
    </div>
  )
}

function Linked({ address, children }: { address: string | undefined; children: ReactNode }) {
  const url = address === undefined ? undefined : safeUrl(address)
  if (!url) return <span>{children}</span>
  return (
    <a className="embed-link" href={url} target="_blank" rel="noopener noreferrer nofollow ugc">
      {children}
    </a>
  )
}

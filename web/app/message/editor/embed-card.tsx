import { ChevronDown, Copy, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { EmbedDraft } from '#kit/message/contract.ts'
import { charactersOf, limits } from '#kit/message/limits/contract.ts'
import { IconButton } from '#web/ui/button.tsx'
import { hexColour } from '#web/ui/discord/model.ts'
import { FieldPair } from '#web/ui/form/section.tsx'
import { ColourField } from './colour-field.tsx'
import { allParts, useOffered } from './context.ts'
import { Fields } from './embed-fields.tsx'
import { Fold, ProblemBadge } from './fold.tsx'
import { Frame } from './frame.tsx'
import { Grip } from './grip.tsx'
import { PictureField } from './picture-field.tsx'
import { RichText } from './rich-text.tsx'
import { Line } from './text-fields.tsx'
import { TimestampField } from './timestamp-field.tsx'

type Change = (list: EmbedDraft[], touched?: string) => void

/** One embed. It folds; its head keeps color, title, character count and problems visible. */
export function EmbedCard({
  list,
  at,
  removable,
  copies,
  onChange,
}: {
  list: readonly EmbedDraft[]
  at: number
  removable: boolean
  copies: boolean
  onChange: Change
}) {
  const { readOnly } = useOffered()
  const id = useId()
  const path = `embeds.${at}`
  const [open, setOpen] = useState(true)
  const embed = list[at]
  if (!embed) return null
  const change = (patch: Partial<EmbedDraft>, touched?: string) =>
    onChange(list.with(at, { ...embed, ...patch }), touched)
  const name = `Embed ${at + 1}`
  const characters = charactersOf(embed)
  const edge = embed.color === null ? undefined : hexColour(embed.color)
  return (
    <Frame data-entry="" role="group" className="builder-embed" aria-labelledby={`${id}-title`}>
      <div className="builder-embed-head">
        <Grip
          label={name}
          list={list}
          at={at}
          removable={removable}
          copies={copies}
          onChange={next => onChange(next)}
        />
        <button
          type="button"
          className="builder-embed-fold"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <ChevronDown aria-hidden />
          <i className="builder-edge" style={{ '--edge': edge }} aria-hidden />
          <span className="builder-embed-name">
            <b id={`${id}-title`}>{name}</b>
            <small className="truncate">{embed.title || embed.author.name || embed.description || 'Empty'}</small>
          </span>
        </button>
        <ProblemBadge parts={[path]} />
        <small className="builder-count">{characters === 1 ? '1 character' : `${characters} characters`}</small>
        <IconButton
          size="sm"
          label={`Duplicate ${name}`}
          icon={<Copy aria-hidden />}
          why={readOnly || (!copies && 'A message cannot hold any more embeds.')}
          onClick={() => onChange(list.toSpliced(at + 1, 0, structuredClone(embed)))}
        />
        {removable && (
          <IconButton
            size="sm"
            label={`Remove ${name}`}
            icon={<Trash2 aria-hidden />}
            why={readOnly}
            onClick={() => onChange(list.toSpliced(at, 1))}
          />
        )}
      </div>
      <div id={id} hidden={!open} className="builder-body">
        <EmbedBody embed={embed} path={path} isFirst={at === 0} change={change} />
      </div>
    </Frame>
  )
}

function EmbedBody({
  embed,
  path,
  isFirst,
  change,
}: {
  embed: EmbedDraft
  path: string
  isFirst: boolean
  change: (patch: Partial<EmbedDraft>, touched?: string) => void
}) {
  const { parts } = useOffered()
  const { author, footer, image, thumbnail, timestamp } = embed
  const pictures = [image.url && 'image', thumbnail.url && 'thumbnail'].filter(Boolean)
  return (
    <>
      <FieldPair>
        <Line
          label={isFirst ? parts.title : allParts.title}
          path={`${path}.title`}
          value={embed.title}
          max={limits.title}
          onChange={(title, touched) => change({ title }, touched)}
        />
        <Line
          label="Title link"
          path={`${path}.url`}
          value={embed.url}
          max={limits.address}
          url
          optional
          onChange={(url, touched) => change({ url }, touched)}
        />
      </FieldPair>
      <RichText
        label="Description"
        path={`${path}.description`}
        value={embed.description}
        max={isFirst ? parts.description : limits.description}
        rows={4}
        onChange={(description, touched) => change({ description }, touched)}
      />
      <ColourField
        label="Color"
        value={embed.color}
        optional={!isFirst || parts.colorless}
        touched={`${path}.color`}
        onChange={(color, touched) => change({ color }, touched)}
      />
      <Fields
        fields={embed.fields}
        path={`${path}.fields`}
        onChange={(fields, touched) => change({ fields }, touched)}
      />
      <div className="builder-folds">
        <Fold
          title="Author"
          about={author.name ? `${author.name}${author.icon_url ? ', with picture' : ''}` : 'none'}
          parts={[`${path}.author`]}
        >
          <Line
            label="Author name"
            path={`${path}.author.name`}
            value={author.name}
            max={limits.author}
            onChange={(name, touched) => change({ author: { ...author, name } }, touched)}
          />
          <Line
            label="Author link"
            path={`${path}.author.url`}
            value={author.url}
            max={limits.address}
            url
            onChange={(url, touched) => change({ author: { ...author, url } }, touched)}
          />
          <PictureField
            label="Author icon URL"
            path={`${path}.author.icon_url`}
            value={author.icon_url}
            onChange={(icon_url, touched) => change({ author: { ...author, icon_url } }, touched)}
          />
        </Fold>
        <Fold
          title="Images"
          about={pictures.length === 0 ? 'none' : pictures.join(', ')}
          parts={[`${path}.image`, `${path}.thumbnail`]}
        >
          <PictureField
            label="Image URL"
            path={`${path}.image.url`}
            value={image.url}
            onChange={(url, touched) => change({ image: { url } }, touched)}
          />
          <PictureField
            label="Thumbnail URL"
            path={`${path}.thumbnail.url`}
            value={thumbnail.url}
            onChange={(url, touched) => change({ thumbnail: { url } }, touched)}
          />
        </Fold>
        <Fold
          title="Footer and time"
          about={footer.text || (timestamp ? 'a time' : 'none')}
          parts={[`${path}.footer`, `${path}.timestamp`]}
        >
          <Line
            label="Footer"
            path={`${path}.footer.text`}
            value={footer.text}
            max={limits.footer}
            onChange={(text, touched) => change({ footer: { ...footer, text } }, touched)}
          />
          <PictureField
            label="Footer icon URL"
            path={`${path}.footer.icon_url`}
            value={footer.icon_url}
            onChange={(icon_url, touched) => change({ footer: { ...footer, icon_url } }, touched)}
          />
          <TimestampField
            path={`${path}.timestamp`}
            value={timestamp}
            onChange={(next, touched) => change({ timestamp: next }, touched)}
          />
        </Fold>
      </div>
    </>
  )
}

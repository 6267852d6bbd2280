import { ImagePlus, Plus, Trash2 } from 'lucide-react'
import {
  componentType as kinds,
  type GalleryDraft,
  type GalleryItem,
  type SectionDraft,
} from '#kit/message/components/contract.ts'
import { limits } from '#kit/message/limits/contract.ts'
import { whileFull } from '#web/ui/disabled-reason.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/form/field.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { Checkbox } from '#web/ui/form/switch.tsx'
import { useOffered } from '../editor/context.ts'
import { Grip } from '../editor/grip.tsx'
import { PictureField } from '../editor/picture-field.tsx'
import { useProblem } from '../editor/problems.ts'
import { RichText } from '../editor/rich-text.tsx'
import { Line } from '../editor/text-fields.tsx'
import { ButtonFields, emptyButton } from './controls.tsx'

type Put<T> = (value: T, touched?: string) => void

/** A picture with its description. */
function MediaFields({ item, path, onChange }: { item: GalleryItem; path: string; onChange: Put<GalleryItem> }) {
  const { readOnly } = useOffered()
  return (
    <div className="builder-control">
      <PictureField
        label="Picture"
        path={`${path}.media.url`}
        value={item.media.url}
        onChange={(url, touched) => onChange({ ...item, media: { url } }, touched)}
      />
      <Line
        label="Description"
        path={`${path}.description`}
        value={item.description}
        max={limits.mediaDescription}
        optional
        onChange={(description, touched) => onChange({ ...item, description }, touched)}
      />
      <Checkbox
        label="Spoiler"
        value={item.spoiler}
        onChange={spoiler => onChange({ ...item, spoiler })}
        disabled={readOnly}
      />
    </div>
  )
}

/** Up to ten pictures. */
export function GalleryFields({
  gallery,
  path,
  onChange,
}: {
  gallery: GalleryDraft
  path: string
  onChange: Put<GalleryDraft>
}) {
  const { readOnly } = useOffered()
  const { items } = gallery
  const problem = useProblem(`${path}.items`)
  const put = (next: GalleryItem[], touched?: string) => onChange({ ...gallery, items: next }, touched)
  return (
    <>
      <ul className="builder-options">
        {items.map((item, at) => (
          <li key={at} data-entry="" className="builder-field">
            <Grip label={`Picture ${at + 1}`} list={items} at={at} onChange={next => put(next)} />
            <MediaFields
              item={item}
              path={`${path}.items.${at}`}
              onChange={(next, touched) => put(items.with(at, next), touched)}
            />
          </li>
        ))}
      </ul>
      <FieldNote id={`${path}-items`} error={problem} />
      <Button
        name={`${path}.items`}
        size="sm"
        variant="ghost"
        icon={<ImagePlus aria-hidden />}
        why={readOnly || whileFull(items.length, limits.galleryItems, 'pictures')}
        onClick={() => put([...items, { media: { url: '' }, description: '', spoiler: false }])}
      >
        Add picture
      </Button>
    </>
  )
}

const sides = [
  { value: 'picture', label: 'Picture' },
  { value: 'button', label: 'Button' },
] as const

/** Up to three texts with a picture or a button beside them. */
export function SectionFields({
  section,
  path,
  onChange,
}: {
  section: SectionDraft
  path: string
  onChange: Put<SectionDraft>
}) {
  const { readOnly } = useOffered()
  const { components: texts, accessory } = section
  const problem = useProblem(`${path}.components`)
  const put = (next: SectionDraft['components'], touched?: string) =>
    onChange({ ...section, components: next }, touched)
  return (
    <>
      {texts.map((text, at) => (
        <div key={at} className="builder-section-text">
          <RichText
            label={`Text ${at + 1}`}
            path={`${path}.components.${at}.content`}
            value={text.content}
            max={limits.layoutText}
            rows={2}
            onChange={(content, touched) => put(texts.with(at, { ...text, content }), touched)}
          />
          {texts.length > 1 && (
            <IconButton
              size="sm"
              label={`Remove text ${at + 1}`}
              icon={<Trash2 aria-hidden />}
              why={readOnly}
              onClick={() => put(texts.toSpliced(at, 1))}
            />
          )}
        </div>
      ))}
      <FieldNote id={`${path}-texts`} error={problem} />
      <Button
        name={`${path}.components`}
        size="sm"
        variant="ghost"
        icon={<Plus aria-hidden />}
        why={readOnly || whileFull(texts.length, limits.sectionTexts, 'texts')}
        onClick={() => put([...texts, { type: kinds.text, content: '' }])}
      >
        Add text
      </Button>
      <Segmented
        label="Beside it"
        name={`${path}.accessory`}
        value={accessory.type === kinds.button ? 'button' : 'picture'}
        onChange={side =>
          onChange({
            ...section,
            accessory:
              side === 'button'
                ? emptyButton
                : { type: kinds.thumbnail, media: { url: '' }, description: '', spoiler: false },
          })
        }
        options={sides.map(one => ({ ...one, disabled: readOnly }))}
      />
      {accessory.type === kinds.button ? (
        <ButtonFields
          button={accessory}
          path={`${path}.accessory`}
          onChange={(next, touched) => onChange({ ...section, accessory: next }, touched)}
        />
      ) : (
        <MediaFields
          item={accessory}
          path={`${path}.accessory`}
          onChange={(next, touched) => onChange({ ...section, accessory: { ...accessory, ...next } }, touched)}
        />
      )}
    </>
  )
}

import {
  Box,
  File as FileIcon,
  Images,
  LayoutPanelLeft,
  type LucideIcon,
  Minus,
  RectangleHorizontal,
  Text,
  Trash2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import {
  type ComponentDraft,
  componentType as kinds,
  type ContainerDraft,
  type PartDraft,
} from '#kit/message/components/contract.ts'
import { limits } from '#kit/message/limits/contract.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FieldNote } from '#web/ui/form/field.tsx'
import { Checkbox } from '#web/ui/form/switch.tsx'
import { ColourField } from '../editor/colour-field.tsx'
import { useOffered } from '../editor/context.ts'
import { ProblemBadge } from '../editor/fold.tsx'
import { Grip } from '../editor/grip.tsx'
import { useProblem } from '../editor/problems.ts'
import { RichText } from '../editor/rich-text.tsx'
import { emptyRow, RowFields } from './controls.tsx'
import { GalleryFields, SectionFields } from './media-parts.tsx'
import { FileFields, SeparatorFields } from './plain-parts.tsx'

type Put<T> = (value: T, touched?: string) => void

interface Kind {
  type: ComponentDraft['type']
  name: string
  icon: LucideIcon
  create: () => ComponentDraft
}

/** The components that a Components V2 message can contain. */
const parts: readonly Kind[] = [
  { type: kinds.text, name: 'Text', icon: Text, create: () => ({ type: kinds.text, content: '' }) },
  {
    type: kinds.section,
    name: 'Section',
    icon: LayoutPanelLeft,
    create: () => ({
      type: kinds.section,
      components: [{ type: kinds.text, content: '' }],
      accessory: { type: kinds.thumbnail, media: { url: '' }, description: '', spoiler: false },
    }),
  },
  {
    type: kinds.gallery,
    name: 'Gallery',
    icon: Images,
    create: () => ({ type: kinds.gallery, items: [{ media: { url: '' }, description: '', spoiler: false }] }),
  },
  {
    type: kinds.separator,
    name: 'Separator',
    icon: Minus,
    create: () => ({ type: kinds.separator, divider: true, spacing: 1 }),
  },
  { type: kinds.row, name: 'Row', icon: RectangleHorizontal, create: () => emptyRow },
  {
    type: kinds.file,
    name: 'File',
    icon: FileIcon,
    create: () => ({ type: kinds.file, file: { url: '' }, spoiler: false }),
  },
  {
    type: kinds.container,
    name: 'Container',
    icon: Box,
    create: () => ({ type: kinds.container, accent_color: null, spoiler: false, components: [] }),
  },
]
const nameOf = (type: number) => parts.find(one => one.type === type)?.name ?? 'Component'

/** The complete layout of a Components V2 message. */
export function Layout({ layout, onChange }: { layout: readonly ComponentDraft[]; onChange: Put<ComponentDraft[]> }) {
  const problem = useProblem('layout')
  return (
    <div className="builder-layout">
      {layout.map((one, at) => (
        <Card
          key={at}
          data-entry=""
          as="section"
          className="builder-part"
          aria-label={`${nameOf(one.type)}, place ${at + 1}`}
        >
          <PartHead list={layout} at={at} path={`layout.${at}`} onChange={onChange} />
          <PartFields
            part={one}
            path={`layout.${at}`}
            onChange={(next, touched) => onChange(layout.with(at, next), touched)}
          />
        </Card>
      ))}
      <FieldNote id="layout-note" error={problem} />
      <Adds path="layout" kinds={parts} onAdd={one => onChange([...layout, one])} />
    </div>
  )
}

function Adds({
  path,
  kinds: offered,
  onAdd,
}: {
  path: string
  kinds: readonly Kind[]
  onAdd: (one: ComponentDraft) => void
}) {
  const { readOnly } = useOffered()
  return (
    <div className="builder-adds" role="group" aria-label="Add a component">
      {offered.map(({ type, name, icon: Icon, create }) => (
        <Button
          key={type}
          name={path}
          size="sm"
          icon={<Icon aria-hidden />}
          why={readOnly}
          onClick={() => onAdd(create())}
        >
          {name}
        </Button>
      ))}
    </div>
  )
}

function PartHead<T extends ComponentDraft>({
  list,
  at,
  path,
  onChange,
}: {
  list: readonly T[]
  at: number
  path: string
  onChange: Put<T[]>
}) {
  const { readOnly } = useOffered()
  const name = `${nameOf(list[at]?.type ?? 0)} ${at + 1}`
  return (
    <div className="builder-rows-head">
      <Grip label={name} list={list} at={at} onChange={next => onChange(next)} />
      <b>{nameOf(list[at]?.type ?? 0)}</b>
      <ProblemBadge parts={[path]} />
      <IconButton
        size="sm"
        label={`Remove ${name}`}
        icon={<Trash2 aria-hidden />}
        why={readOnly}
        onClick={() => onChange(list.toSpliced(at, 1))}
      />
    </div>
  )
}

function PartFields({
  part,
  path,
  onChange,
}: {
  part: ComponentDraft
  path: string
  onChange: Put<ComponentDraft>
}): ReactNode {
  switch (part.type) {
    case kinds.container:
      return <ContainerFields container={part} path={path} onChange={onChange} />
    case kinds.text:
      return (
        <RichText
          label="Text"
          path={`${path}.content`}
          value={part.content}
          max={limits.layoutText}
          onChange={(content, touched) => onChange({ ...part, content }, touched)}
        />
      )
    case kinds.section:
      return <SectionFields section={part} path={path} onChange={onChange} />
    case kinds.gallery:
      return <GalleryFields gallery={part} path={path} onChange={onChange} />
    case kinds.row:
      return <RowFields row={part} path={path} onChange={onChange} />
    case kinds.file:
      return <FileFields part={part} path={path} onChange={onChange} />
    default:
      return <SeparatorFields part={part} path={path} onChange={onChange} />
  }
}

function ContainerFields({
  container,
  path,
  onChange,
}: {
  container: ContainerDraft
  path: string
  onChange: Put<ContainerDraft>
}) {
  const { readOnly } = useOffered()
  const { components } = container
  const problem = useProblem(`${path}.components`)
  const put: Put<ComponentDraft[]> = (next, touched) =>
    // The menu never offers a container within another.
    onChange({ ...container, components: next as PartDraft[] }, touched)
  return (
    <div className="builder-container">
      <ColourField
        label="Edge color"
        value={container.accent_color}
        touched={`${path}.accent_color`}
        onChange={(accent_color, touched) => onChange({ ...container, accent_color }, touched)}
      />
      <Checkbox
        label="Spoiler"
        value={container.spoiler}
        onChange={spoiler => onChange({ ...container, spoiler })}
        disabled={readOnly}
      />
      {components.map((one, at) => (
        <div
          key={at}
          data-entry=""
          className="builder-part"
          role="group"
          aria-label={`${nameOf(one.type)}, place ${at + 1} within`}
        >
          <PartHead list={components} at={at} path={`${path}.components.${at}`} onChange={put} />
          <PartFields
            part={one}
            path={`${path}.components.${at}`}
            onChange={(next, touched) => put(components.with(at, next as PartDraft), touched)}
          />
        </div>
      ))}
      <FieldNote id={`${path}-note`} error={problem} />
      <Adds
        path={`${path}.components`}
        kinds={parts.filter(({ type }) => type !== kinds.container)}
        onAdd={one => put([...components, one])}
      />
    </div>
  )
}

import { List, Plus, Trash2 } from 'lucide-react'
import {
  type ButtonDraft,
  buttonStyles,
  componentType,
  linkStyle,
  type OptionDraft,
  type RowDraft,
  type SelectDraft,
} from '#kit/message/components/contract.ts'
import { limits } from '#kit/message/limits/contract.ts'
import { emojiTyped } from '#kit/named-emoji/template.ts'
import { whileFull } from '#web/ui/disabled-reason.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/combobox.tsx'
import { FieldNote } from '#web/ui/form/field.tsx'
import { useOffered } from '../editor/context.ts'
import { Grip } from '../editor/grip.tsx'
import { useProblem } from '../editor/problems.ts'
import { RichText } from '../editor/rich-text.tsx'
import { Line } from '../editor/text-fields.tsx'
import { emojiOf, emojiText } from '../pickers/emoji.tsx'
import { ActField } from './act-field.tsx'

type Change<T> = (value: T, touched?: string) => void
type Style = keyof typeof buttonStyles

export const emptyButton: ButtonDraft = {
  type: componentType.button,
  style: buttonStyles.link,
  label: '',
  emoji: null,
  url: '',
  answer: '',
  act: null,
  disabled: false,
}
const emptyOption: OptionDraft = { label: '', description: '', emoji: null, answer: '' }
const emptySelect: SelectDraft = {
  type: componentType.select,
  placeholder: '',
  options: [emptyOption],
  disabled: false,
}
export const emptyRow: RowDraft = { type: componentType.row, components: [emptyButton] }

const styleNames: readonly { value: Style; label: string }[] = [
  { value: 'link', label: 'Link' },
  { value: 'primary', label: 'Primary' },
  { value: 'secondary', label: 'Secondary' },
  { value: 'success', label: 'Success' },
  { value: 'danger', label: 'Danger' },
]

/** A button: a link, or one that shows a text to the person who presses it. */
export function ButtonFields({
  button,
  path,
  onChange,
}: {
  button: ButtonDraft
  path: string
  onChange: Change<ButtonDraft>
}) {
  const { readOnly } = useOffered()
  const change = (patch: Partial<ButtonDraft>, touched?: string) => onChange({ ...button, ...patch }, touched)
  return (
    <div className="builder-control">
      <div className="builder-control-row">
        <Select
          label="Style"
          value={styleNames.find(({ value }) => buttonStyles[value] === button.style)?.value ?? 'secondary'}
          onChange={style => change({ style: buttonStyles[style] })}
          options={styleNames}
          disabled={readOnly}
        />
        <Line
          label="Label"
          path={`${path}.label`}
          value={button.label}
          max={limits.label}
          onChange={(label, touched) => change({ label }, touched)}
        />
        <EmojiLine path={path} value={button.emoji} onChange={(emoji, touched) => change({ emoji }, touched)} />
      </div>
      {button.style === linkStyle ? (
        <Line
          label="Link"
          path={`${path}.url`}
          value={button.url}
          max={limits.buttonAddress}
          url
          onChange={(url, touched) => change({ url }, touched)}
        />
      ) : (
        <ActField act={button.act} path={`${path}.act`} onChange={act => change({ act })} />
      )}
      {button.style !== linkStyle && button.act === null && (
        <RichText
          label="Answers"
          path={`${path}.answer`}
          value={button.answer}
          max={limits.content}
          rows={2}
          members
          placeholder="Only the person who presses it sees this."
          onChange={(answer, touched) => change({ answer }, touched)}
        />
      )}
    </div>
  )
}

function EmojiLine({
  path,
  value,
  onChange,
}: {
  path: string
  value: ButtonDraft['emoji']
  onChange: (value: ButtonDraft['emoji'], touched: string) => void
}) {
  const { emojis } = useOffered()
  return (
    <Line
      label="Emoji"
      path={`${path}.emoji`}
      value={emojiText(value)}
      max={64}
      optional
      onChange={(text, touched) => onChange(emojiOf(emojiTyped(text, emojis).text), touched)}
    />
  )
}

function SelectFields({
  select,
  path,
  onChange,
}: {
  select: SelectDraft
  path: string
  onChange: Change<SelectDraft>
}) {
  const { readOnly } = useOffered()
  const { options } = select
  const problem = useProblem(`${path}.options`)
  const change = (at: number, option: OptionDraft, patch: Partial<OptionDraft>, touched?: string) =>
    onChange({ ...select, options: options.with(at, { ...option, ...patch }) }, touched)
  return (
    <div className="builder-control">
      <Line
        label="Placeholder"
        path={`${path}.placeholder`}
        value={select.placeholder}
        max={limits.placeholder}
        optional
        onChange={(placeholder, touched) => onChange({ ...select, placeholder }, touched)}
      />
      <ul className="builder-options">
        {options.map((option, at) => {
          const here = `${path}.options.${at}`
          return (
            <li key={at} data-entry="">
              <div className="builder-control-row">
                <Grip
                  label={`Option ${at + 1}`}
                  list={options}
                  at={at}
                  onChange={next => onChange({ ...select, options: next })}
                />
                <Line
                  label={`Option ${at + 1}`}
                  path={`${here}.label`}
                  value={option.label}
                  max={limits.optionText}
                  onChange={(label, touched) => change(at, option, { label }, touched)}
                />
                <Line
                  label="Description"
                  path={`${here}.description`}
                  value={option.description}
                  max={limits.optionText}
                  onChange={(description, touched) => change(at, option, { description }, touched)}
                />
                <EmojiLine
                  path={here}
                  value={option.emoji}
                  onChange={(emoji, touched) => change(at, option, { emoji }, touched)}
                />
              </div>
              <RichText
                label={`Answer of option ${at + 1}`}
                path={`${here}.answer`}
                value={option.answer}
                max={limits.content}
                rows={2}
                members
                placeholder="Only the person who chooses it sees this."
                onChange={(answer, touched) => change(at, option, { answer }, touched)}
              />
            </li>
          )
        })}
      </ul>
      <FieldNote id={`${path}-options`} error={problem} />
      <Button
        name={`${path}.options`}
        size="sm"
        variant="ghost"
        icon={<Plus aria-hidden />}
        why={readOnly || whileFull(options.length, limits.options, 'options')}
        onClick={() => onChange({ ...select, options: [...options, emptyOption] })}
      >
        Add option
      </Button>
    </div>
  )
}

/** A row: up to five buttons, or one select. */
export function RowFields({ row, path, onChange }: { row: RowDraft; path: string; onChange: Change<RowDraft> }) {
  const { readOnly } = useOffered()
  const { components } = row
  const problem = useProblem(`${path}.components`)
  const put = (next: RowDraft['components'], touched?: string) => onChange({ ...row, components: next }, touched)
  const hasSelect = components.some(({ type }) => type === componentType.select)
  return (
    <div className="builder-row">
      <ul>
        {components.map((one, at) => {
          const here = `${path}.components.${at}`
          const name = one.type === componentType.select ? 'Select' : `Button ${at + 1}`
          return (
            <li key={at} data-entry="" aria-label={name}>
              <Grip label={name} list={components} at={at} onChange={next => put(next)} copies={!hasSelect} />
              {one.type === componentType.select ? (
                <SelectFields
                  select={one}
                  path={here}
                  onChange={(next, touched) => put(components.with(at, next), touched)}
                />
              ) : (
                <ButtonFields
                  button={one}
                  path={here}
                  onChange={(next, touched) => put(components.with(at, next), touched)}
                />
              )}
              <IconButton
                size="sm"
                label={`Remove ${name.toLowerCase()}`}
                icon={<Trash2 aria-hidden />}
                why={readOnly}
                onClick={() => put(components.toSpliced(at, 1))}
              />
            </li>
          )
        })}
      </ul>
      <FieldNote id={`${path}-note`} error={problem} />
      <div className="builder-adds">
        <Button
          name={`${path}.components`}
          size="sm"
          variant="ghost"
          icon={<Plus aria-hidden />}
          why={
            readOnly ||
            (hasSelect && 'A select fills its row.') ||
            whileFull(components.length, limits.rowButtons, 'buttons')
          }
          onClick={() => put([...components, emptyButton])}
        >
          Add button
        </Button>
        <Button
          size="sm"
          variant="ghost"
          icon={<List aria-hidden />}
          why={readOnly || (components.length > 0 && 'A select needs a row of its own.')}
          onClick={() => put([emptySelect])}
        >
          Add select
        </Button>
      </div>
    </div>
  )
}

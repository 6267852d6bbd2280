import { List, RectangleHorizontal, SmilePlus } from 'lucide-react'
import { longest, modes } from '#features/reactionroles/menus/contract.ts'
import { boundFields } from '#web/app/design-editor/bound-fields.ts'
import { Segmented } from '#web/ui/form/radio.tsx'
import { FieldNote } from '#web/ui/form/field.tsx'
import { parseNumber } from '#web/ui/form/number-input.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { EditorCard } from './editor-card.tsx'
import type { MenuEditing } from './use-menu-editor.ts'

/** Reactions, buttons or a select, and what a choice does. */
export function WorksSection({ editing, disabled }: { editing: MenuEditing; disabled: boolean }) {
  const { design, change, problems } = editing
  const bound = boundFields(editing, disabled)
  return (
    <EditorCard
      title="How it works"
      purpose={design.kind === 'reactions' ? 'What a reaction does' : 'What a press does'}
      controls={
        <Segmented
          label="Members choose by"
          name="kind"
          value={design.kind}
          onChange={kind => change({ kind })}
          options={[
            { value: 'reactions', label: 'Reactions', icon: <SmilePlus aria-hidden />, disabled },
            { value: 'buttons', label: 'Buttons', icon: <RectangleHorizontal aria-hidden />, disabled },
            { value: 'select', label: 'Select', icon: <List aria-hidden />, disabled },
          ]}
        />
      }
    >
      <FieldNote id="menu-kind-note" error={problems['kind']} />
      <div className="mode-cards" role="radiogroup" aria-label="Mode">
        {modes.map(({ value, label, help }) => (
          <label key={value} className="mode-card" aria-label={label}>
            <input
              type="radio"
              className="radio"
              aria-label={`${label}: ${help}`}
              name="menu-mode"
              value={value}
              checked={design.mode === value}
              disabled={disabled}
              onChange={() => change({ mode: value })}
            />
            <span>
              <span className="mode-name">
                {label}
                {value === 'limit' && (
                  <input
                    type="number"
                    className="input mode-most"
                    inputMode="numeric"
                    name="most"
                    aria-label="At most, roles of one member"
                    aria-invalid={problems['most'] ? true : undefined}
                    min={1}
                    max={25}
                    value={Number.isNaN(design.most) ? '' : design.most}
                    disabled={disabled}
                    onFocus={() => change({ mode: 'limit' })}
                    onChange={event => change({ mode: 'limit', most: parseNumber(event.target.value) })}
                  />
                )}
              </span>
              <span className="mode-help">{help}</span>
            </span>
          </label>
        ))}
      </div>
      <FieldNote id="menu-most-note" error={problems['most']} />
      {design.kind === 'select' && (
        <TextInput
          {...bound('placeholder')}
          label="Placeholder"
          max={longest.placeholder}
          counter
          help="What the select says before somebody chooses."
        />
      )}
    </EditorCard>
  )
}

import { List, Plus, Trash2 } from 'lucide-react'
import { type ComponentDraft, componentType, type RowDraft } from '#kit/message/components/contract.ts'
import { limits } from '#kit/message/limits/contract.ts'
import { whileFull } from '#web/ui/disabled-reason.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/form/section.tsx'
import { useOffered } from '../editor/context.ts'
import { Grip } from '../editor/grip.tsx'
import { emptyRow, RowFields } from './controls.tsx'

const isRow = (one: ComponentDraft): one is RowDraft => one.type === componentType.row

/** The rows below the embeds. Anything that is not a row was pasted, and can only be removed here. */
export function Rows({
  rows,
  onChange,
}: {
  rows: readonly ComponentDraft[]
  onChange: (rows: ComponentDraft[], touched?: string) => void
}) {
  const { readOnly } = useOffered()
  return (
    <Section title="Buttons and selects" purpose={`${rows.length} of ${limits.rows} rows`}>
      {rows.map((row, at) => (
        <div key={at} data-entry="" className="builder-rows" role="group" aria-label={`Row ${at + 1}`}>
          <div className="builder-rows-head">
            <Grip label={`Row ${at + 1}`} list={rows} at={at} onChange={next => onChange(next)} />
            <b>Row {at + 1}</b>
            <IconButton
              name={`components.${at}`}
              size="sm"
              label={`Remove row ${at + 1}`}
              icon={<Trash2 aria-hidden />}
              why={readOnly}
              onClick={() => onChange(rows.toSpliced(at, 1))}
            />
          </div>
          {isRow(row) ? (
            <RowFields
              row={row}
              path={`components.${at}`}
              onChange={(next, touched) => onChange(rows.with(at, next), touched)}
            />
          ) : (
            <p className="field-error">Below embeds, only rows of buttons and selects are allowed. Remove this.</p>
          )}
        </div>
      ))}
      <div className="builder-adds">
        <Button
          name="components"
          size="sm"
          icon={<Plus aria-hidden />}
          why={readOnly || whileFull(rows.length, limits.rows, 'rows')}
          onClick={() => onChange([...rows, emptyRow])}
        >
          Add button row
        </Button>
        <Button
          size="sm"
          icon={<List aria-hidden />}
          why={readOnly || whileFull(rows.length, limits.rows, 'rows')}
          onClick={() => onChange([...rows, { type: componentType.row, components: [] }])}
        >
          Add empty row
        </Button>
      </div>
    </Section>
  )
}

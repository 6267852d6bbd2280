import { GitMerge } from 'lucide-react'
import type { Conflict } from '#contract'
import { authorText, valueText } from '../history/history-text.ts'
import { useAuth } from '../session.tsx'
import { listDifference } from './list-merge.ts'
import { settingText } from './setting-text.ts'
import type { ConflictForm } from './conflict-form.ts'

/** 'added 2, removed 1', or '5 to 8'. */
function changeText({ was, becomes }: Conflict['joined'][number], told: (value: unknown) => string): string {
  if (!Array.isArray(becomes)) return `${valueText(told(was))} to ${valueText(told(becomes))}`
  const difference = listDifference(was, becomes, told)
  if (difference.kind !== 'list') return ''
  const { added, removed } = difference
  const parts = [
    added.length > 0 && `added ${added.length}`,
    removed.length > 0 && `removed ${removed.length}`,
    added.length + removed.length === 0 && 'in another order',
  ]
  return parts.filter(Boolean).join(', ')
}

/** Fields that only one side changed, which are merged without asking. */
export function MergedFields({ form, fields }: { form: ConflictForm; fields: Conflict['joined'] }) {
  const { user } = useAuth()
  const who = (by: Conflict['joined'][number]['by']) =>
    by === null ? 'you' : by.userId === user?.id ? 'you, elsewhere' : authorText(by)
  if (fields.length === 0) return null
  return (
    <section className="conflict-joined" aria-label="Merged automatically">
      <h3>
        <GitMerge aria-hidden /> Merged automatically
      </h3>
      <dl>
        {fields.map(field => (
          <div key={field.key}>
            <dt>{field.label}</dt>
            <dd>
              {who(field.by)}: {changeText(field, value => settingText(value, form.schemaOf(field.key), form.guild))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

import { Pencil, Trash2 } from 'lucide-react'
import type { UsedTag } from '#features/tickets/tags/contract.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatCount, formatNumber } from '#web/ui/numbers.ts'

/** 'Given 12 times: Lena Brandt 8, wren 4' */
function usesText({ uses, usedBy }: Pick<UsedTag, 'uses' | 'usedBy'>): string {
  if (uses === 0) return 'Not given yet'
  const people = usedBy.map(one => `${one.name} ${formatNumber(one.uses)}`)
  return [`Given ${formatCount(uses, 'time')}`, ...(people.length === 0 ? [] : [people.join(', ')])].join(': ')
}

/** The ready answers: name, text, the words it is suggested for, and who gave it how often. */
export const TagList = ({
  tags,
  prefix,
  readOnly,
  onEdit,
  onDelete,
}: {
  tags: readonly UsedTag[]
  /** The server's command prefix. */
  prefix: string
  readOnly: boolean
  onEdit(tag: UsedTag): void
  onDelete(tag: UsedTag): void
}) => (
  <Card>
    <ul className="tag-list" aria-label="Ready answers">
      {tags.map(tag => (
        <li key={tag.name}>
          <div>
            <h2>
              <code className="code">{`${prefix}tag ${tag.name}`}</code>
            </h2>
            <p className="tag-text">{tag.text}</p>
            <p className="tag-facts">
              {usesText(tag)}
              {tag.words.length > 0 && <> · Suggested for {tag.words.map(word => `“${word}”`).join(', ')}</>}
            </p>
          </div>
          <IconButton
            label={`Edit ${tag.name}`}
            icon={<Pencil aria-hidden />}
            why={readOnly}
            onClick={() => onEdit(tag)}
          />
          <IconButton
            label={`Delete ${tag.name}`}
            icon={<Trash2 aria-hidden />}
            why={readOnly}
            onClick={() => onDelete(tag)}
          />
        </li>
      ))}
    </ul>
  </Card>
)

import { Folder, Plus, Star, X } from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/form/section.tsx'
import type { CategoryType } from './use-categories.ts'

interface Item {
  id: string
  name: string
}

const words: Record<CategoryType, { title: string; purpose: string; none: string }> = {
  open: {
    title: 'Open categories',
    purpose: 'Where new tickets go: into the default, then into the next with room',
    none: 'No open categories. Without one, tickets are placed above all categories.',
  },
  closed: {
    title: 'Closed categories',
    purpose: 'Where closed tickets go',
    none: 'No closed categories. Without one, closed tickets stay where they are.',
  },
}

/** One of the two lists: the order in which categories are filled, and how full each is. */
export function CategoryList({
  type,
  items,
  first,
  used,
  readOnly,
  busy,
  onAdd,
  onDefault,
  onRemove,
}: {
  type: CategoryType
  items: readonly Item[]
  first: string | null
  /** The number of channels by category. */
  used: ReadonlyMap<string, number>
  readOnly: boolean
  busy: boolean
  onAdd: () => void
  onDefault: (id: string) => void
  onRemove: (item: Item) => void
}) {
  const { title, purpose, none } = words[type]
  return (
    <Section
      title={title}
      purpose={purpose}
      flush
      foot={
        <Button size="sm" icon={<Plus aria-hidden />} onClick={onAdd} why={readOnly}>
          Add
        </Button>
      }
    >
      {items.length === 0 ? (
        <p className="category-none">{none}</p>
      ) : (
        <ul className="category-list">
          {items.map(item => (
            <li key={item.id}>
              <Folder aria-hidden />
              <span className="category-name">
                <span>{item.name}</span>
                {used.has(item.id) && <small>{used.get(item.id)} of 50 channels</small>}
              </span>
              {item.id === first && <Badge tone="accent">Default</Badge>}
              <IconButton
                label={item.id === first ? `${item.name} is the default` : `Set default: ${item.name}`}
                icon={<Star aria-hidden fill={item.id === first ? 'currentColor' : 'none'} />}
                why={readOnly || whileBusy(busy) || (item.id === first && 'It is the default.')}
                onClick={() => onDefault(item.id)}
              />
              <IconButton
                label={`Remove ${item.name}`}
                icon={<X aria-hidden />}
                why={readOnly || whileBusy(busy)}
                onClick={() => onRemove(item)}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

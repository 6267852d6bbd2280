import { type PlanDraft, given, isGone, only, willMake } from './plan-draft.ts'
import type { Repair } from './damage.ts'

const families = [
  { kind: 'emoji', file: 'image', make: ['name', 'roles'], change: ['name', 'roles'] },
  { kind: 'sticker', file: 'file', make: ['name', 'description', 'tags'], change: ['name', 'description', 'tags'] },
  {
    kind: 'sound',
    file: 'sound',
    make: ['name', 'volume', 'emoji_id', 'emoji_name'],
    change: ['name', 'volume', 'emoji_id', 'emoji_name'],
  },
] as const

/**
 * About how many uploads Discord takes in an hour; if there are more, nothing waits for them. Source:
 * discord/discord-api-docs issue 2250.
 */
const uploadsAnHour = 50

export function announceExpressions(draft: PlanDraft): void {
  const gone = draft.repairs('emoji').filter(isGone)
  if (gone.length < uploadsAnHour)
    for (const repair of gone) if (hasFile(draft, repair, 'image')) willMake(draft, repair)
}

const hasFile = (draft: PlanDraft, { kind, id, wanted }: Repair, field: string): boolean =>
  draft.able.kept({ kind, id, field, value: String(wanted[field]) })

/** Plans emoji, stickers and sounds. They come last, since Discord takes few of them in an hour. */
export function planExpressions(draft: PlanDraft): void {
  for (const { kind, file, make, change } of families)
    for (const repair of draft.repairs(kind)) {
      const { id, wanted, differing } = repair
      if (isGone(repair)) {
        const mark = draft.file(repair, file)
        if (!mark) continue
        const body = {
          ...given(wanted, make),
          ...(kind === 'sticker' && { description: wanted['description'] ?? '' }),
          [file]: mark,
        }
        draft.add({ do: 'create', kind, id, body }, draft.makersOf(body))
        continue
      }
      if (differing.includes(file)) draft.cannot(repair, 'Discord does not let it be changed.', file)
      const body = only(
        wanted,
        change.filter(field => differing.includes(field)),
      )
      if (Object.keys(body).length > 0) draft.add({ do: 'edit', kind, id, body }, draft.makersOf(body))
    }
}

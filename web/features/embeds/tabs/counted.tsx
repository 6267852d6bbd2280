import { Badge } from '#web/ui/badge.tsx'

/** A tab's name with the number of entries loaded so far. */
export const Counted = ({ word, count, more = false }: { word: string; count: number; more?: boolean }) => (
  <>
    {word} {count > 0 && <Badge>{more ? `${count}+` : count}</Badge>}
  </>
)

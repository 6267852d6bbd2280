import { Badge } from '#web/ui/badge.tsx'

/** The name of a tab with how much is in it, as far as that was loaded. */
export const Counted = ({ word, count, more = false }: { word: string; count: number; more?: boolean }) => (
  <>
    {word} {count > 0 && <Badge>{more ? `${count}+` : count}</Badge>}
  </>
)

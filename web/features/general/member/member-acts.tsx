import { ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { OfferedAct, PersonShown } from '#web/app/people/member-slots.tsx'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

/** At most this many acts have a button of their own; a menu for a single one would save nothing. */
const likeliest = 2

/** What the viewer may do to somebody: buttons for the likeliest acts, and a menu for the rest. */
export function MemberActs({
  person,
  acts,
  onDone,
}: {
  person: PersonShown
  acts: readonly OfferedAct[]
  onDone: (told: readonly string[]) => Promise<void>
}) {
  const [asking, setAsking] = useState<OfferedAct>()
  const shown = acts.length === likeliest + 1 ? acts : acts.slice(0, likeliest)
  const more = acts.slice(shown.length)
  const Question = asking?.part
  return (
    <>
      {shown.map(one => (
        <Button
          key={one.act}
          variant={one.danger === true ? 'danger-quiet' : 'secondary'}
          why={one.why}
          onClick={() => setAsking(one)}
        >
          {one.label}
        </Button>
      ))}
      {more.length > 0 && (
        <Menu
          trigger={
            <Button>
              More
              <ChevronDown aria-hidden />
            </Button>
          }
        >
          {more.map(one => (
            <MenuItem
              key={one.act}
              icon={<one.icon aria-hidden />}
              danger={one.danger === true}
              why={one.why}
              onSelect={() => setAsking(one)}
            >
              {one.label}
            </MenuItem>
          ))}
        </Menu>
      )}
      {asking && Question && (
        <Suspense fallback={null}>
          <Question person={person} act={asking.act} onClose={() => setAsking(undefined)} onDone={onDone} />
        </Suspense>
      )}
    </>
  )
}

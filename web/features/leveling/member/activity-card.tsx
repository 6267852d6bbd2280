import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type leveling from '#features/leveling/contract.ts'
import { reader } from '#web/app/api.ts'
import { countedDayText } from '#web/app/dates.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { MemberCard } from '#web/app/people/member-card.tsx'
import type { PersonShown } from '#web/app/people/member-slots.tsx'
import { BarChart } from '#web/ui/chart/bar-chart.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { type Kind, kinds, quietText, talkedText, uncountedText, valuesOf } from './activity-words.ts'

// Type import only, so that the page does not load the schemas.
const readLeveling = reader<typeof leveling>()

const options = (['xp', 'messages', 'voice'] as const).map(value => ({ value, label: kinds[value].label }))

/** What somebody did on each of the last days. */
export const activityOf = ({ guildId, userId }: PersonShown) => ({
  queryKey: [...guildKey(guildId), 'progression', 'activity', userId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    readLeveling('/guild/:guildId/progression/members/:userId/activity', { params: { guildId, userId }, signal }),
})

/** A card on a member's page: XP earned, messages or time in voice channels, day by day. */
export function ActivityCard(person: PersonShown) {
  const name = useId()
  const [kind, setKind] = useState<Kind>('xp')
  const query = useQuery(activityOf(person))
  return (
    <MemberCard
      title="Activity"
      query={query}
      none={({ days }) => quietText(days)}
      renderEnd={() => (
        <Segmented label="What is shown of each day" name={name} value={kind} onChange={setKind} options={options} />
      )}
    >
      {({ days }) => {
        const { label, text } = kinds[kind]
        const values = valuesOf(days, kind)
        const sum = values.reduce<number>((all, value) => all + (value ?? 0), 0)
        return (
          <>
            <p className="member-note">
              {text(sum)} in the last {days.length} days (UTC). {uncountedText(days)}
            </p>
            <BarChart
              marker
              label={`${label} on each day of ${days.length}`}
              places={days.map(({ at }) => countedDayText(at))}
              values={values}
              {...(kind === 'voice' && { time: talkedText })}
            />
          </>
        )
      }}
    </MemberCard>
  )
}

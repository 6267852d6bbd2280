import type { GuildChannelItem, GuildRoleItem } from '#kernel/contract.ts'
import type { Unfound } from '#kernel/transfer/contract.ts'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { Section } from '#web/ui/form/section.tsx'

/** The value of the choice that leaves it out. */
const leftOut = 'left out'

/**
 * The source's channels and roles for which nothing here has the same name: the user chooses a replacement for each.
 */
export function ReplacementsSection({
  unfound,
  channels,
  roles,
  choices,
  onChoose,
}: {
  unfound: readonly (Pick<Unfound, 'id' | 'kind' | 'name'> & { problem?: string })[]
  channels: readonly GuildChannelItem[]
  roles: readonly GuildRoleItem[]
  choices: Readonly<Record<string, string | null>>
  onChoose: (id: string, to: string | null | undefined) => void
}) {
  const leave = {
    value: leftOut,
    label: 'Leave it out',
    note: 'It is removed from lists, and single settings stay as they are.',
  }
  const ofChannels = channels
    .filter(({ callerCanView, hiddenFromBot }) => callerCanView && !hiddenFromBot)
    .map(({ id, name }) => ({ value: id, label: `#${name}` }))
  const ofRoles = roles.map(({ id, name }) => ({ value: id, label: `@${name}` }))
  return (
    <Section
      title="Not found here"
      purpose="Choose what replaces them. A setting that uses one for which you choose nothing stays as it is."
    >
      <ul className="transfer-unfound">
        {unfound.map(({ id, kind, name, problem }) => {
          const choice = choices[id]
          return (
            <li key={id}>
              <Combobox
                label={`${kind === 'channel' ? '#' : '@'}${name}`}
                help={problem}
                groups={[{ choices: [leave] }, { choices: kind === 'channel' ? ofChannels : ofRoles }]}
                value={choice === null ? leftOut : (choice ?? null)}
                placeholder="Nothing yet"
                none="Nothing yet"
                search={kind === 'channel' ? 'Search channels' : 'Search roles'}
                onChange={to => onChoose(id, to === leftOut ? null : (to ?? undefined))}
              />
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

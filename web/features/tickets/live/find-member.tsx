import tickets from '#features/tickets/contract.ts'
import { call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { PersonSearch } from '#web/app/people/find-person.tsx'

const words = { search: 'Find a member', label: 'Member', choose: 'Choose a member' }

/** Finds any member of the server by name or id, for people who answer tickets. */
export const FindAnyMember = ({
  guildId,
  ...rest
}: {
  guildId: string
  label?: string
  search?: string
  value: string | null
  onChange: (id: string | null) => void
}) => (
  <PersonSearch
    {...words}
    {...rest}
    searchKey={[...guildKey(guildId), 'tickets', 'members']}
    ask={async (search, signal) =>
      (await call(tickets, 'openForMembers', { params: { guildId }, query: { search }, signal })).people
    }
  />
)

/** Finds a member for a ticket by name or id: on its team, or anybody who is not. */
export const FindMember = ({
  guildId,
  ticketId,
  team,
  value,
  onChange,
}: {
  guildId: string
  ticketId: string
  /** Whether they must be on the team that answers it. */
  team: boolean
  value: string | null
  onChange: (id: string | null) => void
}) => (
  <PersonSearch
    {...words}
    searchKey={[...guildKey(guildId), 'tickets', 'candidates', ticketId, team]}
    ask={async (search, signal) => {
      const { people } = await call(tickets, 'candidates', { params: { guildId, ticketId }, query: { search }, signal })
      return people.filter(({ answers }) => answers === team)
    }}
    value={value}
    onChange={onChange}
    empty={team ? 'Nobody on its team has a name like that.' : 'Nobody else has a name like that.'}
  />
)

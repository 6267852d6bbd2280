import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import general, { type CommandAccess } from '#features/general/contract.ts'
import { call, isForbidden, readForms } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { History } from '#web/app/history/history.tsx'
import { NotShared } from '#web/app/manage/not-shared.tsx'
import { PageHead } from '#web/app/manage/page-head.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SearchInput } from '#web/ui/form/text-input.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { RuleDialog } from '../commands/rule-dialog.tsx'
import { CommandRow } from '../commands/command-row.tsx'
import '../commands/commands.css'

export const Route = createFileRoute('/manage/$guildId/commands')({ component: Commands })

const { basic } = general.forms

/** The commands whose name, slash path, category or needs contain `search`, in any case. */
function matching(commands: readonly CommandAccess[], search: string): CommandAccess[] {
  const wanted = search.trim().toLowerCase()
  return commands.filter(({ title, slash, category, needs }) =>
    [title, slash ?? '', category, ...needs].some(text => text.toLowerCase().includes(wanted)),
  )
}

function Commands() {
  const { guildId } = Route.useParams()
  const [search, setSearch] = useState('')
  const [changing, setChanging] = useState<CommandAccess>()
  const { data, isPending, isError, error, refetch } = useQuery({
    queryKey: [...guildKey(guildId), 'commands'],
    queryFn: ({ signal }) => call(general, 'commandAccess', { params: { guildId }, signal }),
  })
  const guild = useQuery({
    queryKey: [...guildKey(guildId), 'form', basic.address],
    queryFn: ({ signal }) => readForms(basic, guildId, signal),
  }).data?.guild
  const hidden = isForbidden(error)
  const shown = matching(data?.commands ?? [], search)
  return (
    <>
      <PageHead title="Commands">
        Who may use which command, and where. Discord's own settings are shown beside it and apply as well.
      </PageHead>
      {hidden && <NotShared />}
      {!hidden && <SearchInput label="Search commands..." value={search} onChange={setSearch} />}
      {isPending && <Spinner label="Loading the commands..." />}
      {isError && !hidden && (
        <Banner tone="danger" title="The commands could not be loaded.">
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </Banner>
      )}
      {data && (
        <Card as="section" aria-label="Commands">
          {shown.length === 0 ? (
            <Empty title="No command matches">Search for a name, a category or a right.</Empty>
          ) : (
            <ul className="command-access">
              {shown.map(command => (
                <CommandRow key={command.name} command={command} onChange={() => setChanging(command)} />
              ))}
            </ul>
          )}
        </Card>
      )}
      {/* Shown earlier, the commands would push it out of sight. */}
      {!isPending && !hidden && <History guildId={guildId} feature={general.name} />}
      {changing && guild && (
        <RuleDialog
          key={changing.name}
          guildId={guildId}
          guild={guild}
          command={changing}
          onClose={() => setChanging(undefined)}
        />
      )}
    </>
  )
}

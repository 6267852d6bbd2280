import { createFileRoute } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import customcommands from '#features/customcommands/contract.ts'
import { mostCommands, type CustomCommand } from '#features/customcommands/design/contract.ts'
import { firstWords } from '#features/customcommands/design/field-labels/contract.ts'
import { History } from '#web/app/history/history.tsx'
import { LinkButton } from '#web/app/link-button.tsx'
import { NotReady } from '#web/app/manage/not-ready.tsx'
import { PageHead } from '#web/app/manage/page-head.tsx'
import { FormField } from '#web/app/settings-form/form-field.tsx'
import { sentencesFor } from '#web/app/settings-form/outcome.ts'
import { SettingsCard } from '#web/app/settings-form/settings-card.tsx'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'
import { SignedOut } from '#web/app/signed-out.tsx'
import { useMayManage } from '#web/app/own-access.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { SearchInput } from '#web/ui/form/text-input.tsx'
import { CommandList } from '../command-list.tsx'
import { useCommands } from '../use-commands.ts'
import '../customcommands.css'

export const Route = createFileRoute('/manage/$guildId/customcommands')({ component: CustomCommands })

const orders = [
  { value: 'name', label: 'By name' },
  { value: 'uses', label: 'Most used' },
  { value: 'saved', label: 'Last changed' },
] as const
type Order = (typeof orders)[number]['value']

const compare: Record<Order, (a: CustomCommand, b: CustomCommand) => number> = {
  name: (a, b) => a.name.localeCompare(b.name),
  uses: (a, b) => b.uses - a.uses || a.name.localeCompare(b.name),
  saved: (a, b) => b.saved_at - a.saved_at,
}

const has = ({ name, description, answers }: CustomCommand, wanted: string): boolean =>
  [name, description, ...answers.map(firstWords)].some(text => text.toLowerCase().includes(wanted))

function CustomCommands() {
  const { guildId } = Route.useParams()
  const query = useCommands(guildId)
  const settings = useSettingsForm({
    guildId,
    form: customcommands.forms.customcommands,
    sentences: sentencesFor('custom command settings'),
  })
  const readOnly = !useMayManage(guildId)(customcommands.name)
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<Order>('name')
  const commands = query.data?.commands ?? []
  const prefix = query.data?.prefix ?? '.'
  const wanted = search.trim().toLowerCase().replace(prefix.toLowerCase(), '')
  const shown = commands.filter(one => has(one, wanted)).toSorted(compare[order])
  const isFull = commands.length >= mostCommands
  const isReady = query.data !== undefined && settings.ready
  const create = (
    <LinkButton
      variant="primary"
      icon={<Plus aria-hidden />}
      to="/manage/$guildId/customcommands/$commandId"
      params={{ guildId, commandId: 'new' }}
      disabled={readOnly || isFull}
    >
      New command
    </LinkButton>
  )
  const none = (
    <Card>
      <Empty title="No commands yet" action={!readOnly && create}>
        A command is a name and an answer: <code className="code">{prefix}rules</code> posts the rules.
      </Empty>
    </Card>
  )
  const list = (
    <>
      <div className="command-tools">
        <SearchInput label="Search commands" value={search} onChange={setSearch} />
        <Segmented label="Order" name="command-order" options={orders} value={order} onChange={setOrder} />
        <small role="status">
          {shown.length === commands.length
            ? `${commands.length} of ${mostCommands}`
            : `${shown.length} of ${commands.length} match`}
        </small>
      </div>
      {shown.length === 0 ? (
        <Card>
          <Empty
            title="No command matches"
            action={
              <Button size="sm" onClick={() => setSearch('')}>
                Clear search
              </Button>
            }
          >
            Names, descriptions and answers are searched.
          </Empty>
        </Card>
      ) : (
        <CommandList
          guildId={guildId}
          guild={settings.guild}
          prefix={prefix}
          commands={shown}
          now={query.dataUpdatedAt}
        />
      )}
    </>
  )
  return (
    <>
      <PageHead title="Custom Commands" actions={isReady && commands.length > 0 && !readOnly && !isFull && create}>
        This server&rsquo;s own commands, with answers that you write.
      </PageHead>
      <div className="custom-commands">
        {readOnly && isReady && (
          <Banner tone="info" title="Read-only access.">
            You can look at these commands, not change them.
          </Banner>
        )}
        <SignedOut unsaved={settings.dirty} />
        {isReady && !settings.values.enabled && (
          <Banner tone="warning" title="Custom Commands is switched off.">
            None of them answers until it is on again, below.
          </Banner>
        )}
        {isFull && (
          <Banner tone="info" title={`A server has at most ${mostCommands} commands.`}>
            Delete one to make room for another.
          </Banner>
        )}
        <NotReady {...{ query, settings }} what="custom commands" />
        {isReady && (
          <div className="settings-columns">
            <div className="settings-main">
              {commands.length === 0 ? none : list}
              <SettingsCard form={settings} title="All custom commands">
                <FormField of={settings.field('enabled')} />
              </SettingsCard>
            </div>
            <div className="settings-aside">
              <History guildId={guildId} feature={customcommands.name} />
            </div>
          </div>
        )}
      </div>
    </>
  )
}

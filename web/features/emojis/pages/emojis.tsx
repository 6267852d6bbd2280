import { createFileRoute } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import emojis from '#features/emojis/contract.ts'
import { countedDays, type ListedEmoji } from '#features/emojis/emoji/contract.ts'
import { NotReady } from '#web/app/manage/not-ready.tsx'
import { PageHead } from '#web/app/manage/page-head.tsx'
import { useProductName } from '#web/app/queries.ts'
import { FormField } from '#web/app/settings-form/form-field.tsx'
import { sentencesFor } from '#web/app/settings-form/outcome.ts'
import { SettingsCard } from '#web/app/settings-form/settings-card.tsx'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'
import { useClearing } from '#web/app/use-clearing.ts'
import { SignedOut } from '#web/app/signed-out.tsx'
import { useMayManage } from '#web/app/own-access.ts'
import { Findings } from '#web/app/slots.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { AddDialog } from '../add-dialog.tsx'
import { EditEmojiDialog } from '../edit-emoji-dialog.tsx'
import { EmojiList } from '../emoji-list.tsx'
import { RemoveDialog } from '../remove-dialog.tsx'
import { RemovedCard } from '../removed-card.tsx'
import { RoomCard } from '../room-card.tsx'
import { useEmojiCalls, useEmojis } from '../use-emojis.ts'
import '../emojis.css'

export const Route = createFileRoute('/manage/$guildId/emojis')({ component: Emojis })

type Open = { what: 'add' } | { what: 'edit'; emoji: ListedEmoji } | { what: 'remove'; emojis: ListedEmoji[] }

interface Result {
  tone: 'success' | 'danger'
  title: string
  /** Whether it stays until it is closed, because it takes time to read; otherwise it disappears after a while. */
  stays?: boolean
}

const readOnlyReason = 'You can look at emojis, not change them.'

function Emojis() {
  const { guildId } = Route.useParams()
  const query = useEmojis(guildId)
  const calls = useEmojiCalls(guildId)
  const settings = useSettingsForm({
    guildId,
    form: emojis.forms.emojis,
    sentences: sentencesFor('emoji settings'),
  })
  const readOnly = !useMayManage(guildId)(emojis.name)
  const product = useProductName()
  const [open, setOpen] = useState<Open>()
  const [result, setResult] = useState<Result>()
  const forget = () => setResult(undefined)
  useClearing(result?.stays === true ? undefined : result, forget)
  const { data: list, dataUpdatedAt: now } = query
  const { guild } = settings
  const close = () => setOpen(undefined)
  const onDone = (title: string) => {
    close()
    setResult({ tone: 'success', title })
  }
  const onFailed = (title: string, stays = false) => setResult({ tone: 'danger', title, stays })
  const closed = readOnly ? readOnlyReason : (list?.closed ?? undefined)
  const add = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden />}
      why={closed ?? whileBusy(!list)}
      onClick={() => setOpen({ what: 'add' })}
    >
      Add emoji
    </Button>
  )
  const isReady = list !== undefined && settings.ready
  return (
    <>
      <PageHead title="Emojis" actions={isReady && list.emojis.length > 0 ? add : undefined}>
        The server&rsquo;s emojis: how often each is used, how much room there is, new ones and old ones.
      </PageHead>
      <div className="emojis-page">
        {readOnly && isReady && (
          <Banner tone="info" title="Read-only access.">
            {readOnlyReason}
          </Banner>
        )}
        <SignedOut unsaved={settings.dirty} />
        {result && <Banner tone={result.tone} title={result.title} of={result} onClose={forget} />}
        {isReady && !readOnly && list.closed !== null && <Banner tone="warning" title={list.closed} />}
        {isReady && !list.makersKnown && (
          <Banner tone="info" title="Discord does not say who added these emojis.">
            It tells this only to bots that have Create Expressions or Manage Expressions.
          </Banner>
        )}
        {isReady && list.waiting.length > 0 && (
          <Banner tone="info" title="Waiting for Discord.">
            {product} will {list.waiting.map(({ act }) => act).join(', ')} as soon as it can.
          </Banner>
        )}
        <NotReady {...{ query, settings }} what="the emojis" />
        {isReady && (
          <>
            <Findings guildId={guildId} feature={emojis.name} />
            <RoomCard list={list} counting={settings.values.enabled && settings.values.counting} />
            <EmojiList
              list={list}
              guild={guild}
              now={now}
              readOnly={readOnly}
              onAdd={add}
              onEdit={emoji => setOpen({ what: 'edit', emoji })}
              onRemove={chosen => setOpen({ what: 'remove', emojis: chosen })}
            />
            <RemovedCard
              guildId={guildId}
              removed={list.removed}
              closed={closed}
              now={now}
              calls={calls}
              onDone={onDone}
              onFailed={onFailed}
            />
            <SettingsCard
              form={settings}
              title="All emojis"
              purpose={`Counts are kept for ${countedDays} days and name nobody.`}
            >
              <FormField of={settings.field('enabled')} />
              <FormField of={settings.field('counting')} />
            </SettingsCard>
          </>
        )}
        {open?.what === 'add' && <AddDialog guildId={guildId} calls={calls} onClose={close} onDone={onDone} />}
        {open?.what === 'edit' && guild && (
          <EditEmojiDialog emoji={open.emoji} guild={guild} calls={calls} onClose={close} onDone={onDone} />
        )}
        {open?.what === 'remove' && (
          <RemoveDialog emojis={open.emojis} calls={calls} onClose={close} onDone={onDone} onFailed={onFailed} />
        )}
      </div>
    </>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import tickets from '#features/tickets/contract.ts'
import { defaultPanel, type Panel, panelDesign } from '#features/tickets/panels/contract.ts'
import { panelMessage } from '#features/tickets/panels/template.ts'
import type { GuildCore } from '#kernel/contract.ts'
import { call, failureText } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { reload } from '#web/app/list/reload.ts'
import { placeName } from '#web/app/preview/guild-lookup.ts'
import { PreviewMessages, PreviewPlace } from '#web/app/preview/message-preview.tsx'
import { usePreview } from '#web/app/preview/use-preview.ts'
import { Banner } from '#web/ui/banner.tsx'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Select } from '#web/ui/form/combobox.tsx'
import { ChannelPicker } from '#web/ui/form/guild-pickers.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Checks, useDeployChecks } from '../editor/checks.tsx'
import { asMessage } from '../panels/panel-view.ts'
import { usePanels } from '../panels/use-panels.ts'
import { useHub } from '../use-hub.ts'
import '../editor/panel-editor.css'

/** How long the success message is shown before the dialog closes (ms). */
const shownMs = 2000

interface Sendable {
  id: string
  title: string
  panel: Panel | undefined
}

/** The default panel can be sent even before anybody has saved it. */
const sendable = (panels: readonly Panel[]): Sendable[] => [
  ...(panels.some(({ id }) => id === defaultPanel.id)
    ? []
    : [{ id: defaultPanel.id, title: defaultPanel.title, panel: undefined }]),
  ...panels.map(panel => ({ id: panel.id, title: panel.title, panel })),
]

/** The default panel's data, as its endpoint expects it. */
function defaultData() {
  const design = panelDesign.parse(defaultPanel)
  const { title, description, color, footer, footerIcon, image, thumbnail, button_label, button_emoji } = design
  return { title, description, color, footer, footerIcon, image, thumbnail, button_label, button_emoji }
}

/** Posts an embed panel in a text channel. */
export function SendPanelDialog({ guildId, onClose }: { guildId: string; onClose: () => void }) {
  const hub = useHub(guildId)
  const panels = usePanels(guildId)
  const client = useQueryClient()
  const [chosen, setChosen] = useState('')
  const [channel, setChannel] = useState<string | null>(null)
  const send = useMutation({
    mutationFn: async ({ id, channelId, panel }: { id: string; channelId: string; panel: Panel | undefined }) =>
      panel
        ? call(tickets, 'deployPanel', { params: { guildId, panelId: id }, body: { channelId } })
        : call(tickets, 'deployDefaultPanel', {
            params: { guildId },
            body: { channelId, panelData: defaultData() },
          }),
    onSettled: () => reload(client, guildKey(guildId)),
  })
  const finish = useEffectEvent(() => {
    setChosen('')
    setChannel(null)
    send.reset()
    onClose()
  })
  useEffect(() => {
    if (!send.isSuccess) return undefined
    const timer = setTimeout(() => finish(), shownMs)
    return () => clearTimeout(timer)
  }, [send.isSuccess])
  const options = sendable(panels.data?.panels ?? [])
  const picked = options.find(({ id }) => id === chosen)
  const loading = hub.isPending || panels.isPending
  const failed = hub.isError || panels.isError
  const isChosen = picked !== undefined && channel !== null
  const design = { ...(picked?.panel ?? panelDesign.parse(defaultPanel)), channel_id: channel }
  const checked = useDeployChecks(guildId, design, picked?.id, isChosen)
  const submit = () => {
    if (picked && channel !== null) send.mutate({ id: picked.id, channelId: channel, panel: picked.panel })
  }
  return (
    <Dialog
      open
      size="medium"
      onOpenChange={onClose}
      busy={send.isPending}
      title="Send Embed Panel"
      footer={
        <>
          <Button onClick={onClose} why={whileBusy(send.isPending)}>
            Cancel
          </Button>
          <Button
            variant="primary"
            onClick={submit}
            why={
              send.isSuccess
                ? 'It has been sent.'
                : !isChosen
                  ? 'Choose a panel and a channel first.'
                  : (checked.blocked ?? whileBusy(checked.pending))
            }
            busy={send.isPending}
            busyLabel="Sending..."
          >
            Send
          </Button>
        </>
      }
    >
      <div className="send-panel">
        {loading && <Spinner label="Loading panels..." />}
        {failed && <Banner tone="danger" title="Failed to load embed panels and channels" />}
        {send.isError && <Banner tone="danger" title={failureText(send.error, 'Failed to send panel')} />}
        {send.isSuccess && (
          <p className="send-panel-done" role="status">
            <CircleCheck aria-hidden />
            Panel sent.
          </p>
        )}
        {!loading && !failed && (
          <Choices
            guild={hub.data?.guild}
            options={options}
            picked={picked}
            channel={channel}
            disabled={send.isPending || send.isSuccess}
            onPick={setChosen}
            onChannel={setChannel}
          />
        )}
        {isChosen && !send.isSuccess && <Checks checked={checked} />}
      </div>
    </Dialog>
  )
}

function Choices({
  guild,
  options,
  picked,
  channel,
  disabled,
  onPick,
  onChannel,
}: {
  guild: GuildCore | undefined
  options: readonly Sendable[]
  picked: Sendable | undefined
  channel: string | null
  disabled: boolean
  onPick: (id: string) => void
  onChannel: (id: string | null) => void
}) {
  const preview = usePreview(guild)
  const channels = guild?.channels ?? []
  const hasChannel = channels.some(({ type, callerCanView, botCanView }) => type === 0 && callerCanView && botCanView)
  if (options.length === 0) return <p className="muted">No embed panels available. Configure embed settings first.</p>
  return (
    <>
      <Select
        label="Embed panel"
        options={[
          { value: '', label: 'Choose a panel' },
          ...options.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        value={picked?.id ?? ''}
        onChange={onPick}
        disabled={disabled}
      />
      {hasChannel ? (
        <ChannelPicker
          label="Text channel"
          channels={channels}
          value={channel}
          onChange={onChannel}
          disabled={disabled}
        />
      ) : (
        <p className="send-panel-none">
          <TriangleAlert aria-hidden />
          <span>
            No text channels available. <small>Make sure the bot has permission to view channels</small>
          </span>
        </p>
      )}
      {(!picked || channel === null) && <p className="field-help">Please select both an embed panel and a channel</p>}
      {picked && (
        <div inert>
          <PreviewPlace>{placeName(guild, channel, 'no channel chosen')}</PreviewPlace>
          <PreviewMessages
            lookup={preview.lookup}
            messages={[
              asMessage(
                preview,
                'panel',
                panelMessage({ id: picked.id, design: picked.panel ?? panelDesign.parse(defaultPanel) }),
              ),
            ]}
          />
        </div>
      )}
    </>
  )
}

import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import embeds from '#features/embeds/contract.ts'
import { senderProblems } from '#features/embeds/sender/contract.ts'
import { problemsOf } from '#kit/message/limits/contract.ts'
import { fillMessage, serverNames, serverPlaceholders, serverValues } from '#kit/message/text/template.ts'
import { commonValues } from '#kit/template.ts'
import { isForbidden } from '#web/app/api.ts'
import { FailedLoad } from '#web/app/failed-call.tsx'
import { NotSharedPage } from '#web/app/manage/not-shared.tsx'
import { MessageForm } from '#web/app/message/message-form.tsx'
import { DraftPreview } from '#web/app/message/side/draft-preview.tsx'
import { LimitsCard } from '#web/app/message/side/limits-card.tsx'
import { ProblemsCard } from '#web/app/message/side/problems-card.tsx'
import { placeName } from '#web/app/preview/guild-lookup.ts'
import { usePreview } from '#web/app/preview/use-preview.ts'
import { goToControl } from '#web/app/problems/go-to-control.ts'
import { useSaveKey } from '#web/app/save-key.ts'
import { LeaveGuard } from '#web/app/settings-form/leave-guard.tsx'
import { useMayManage, useRests } from '#web/app/own-access.ts'
import { SignedOut } from '#web/app/signed-out.tsx'
import { useClearing } from '#web/app/use-clearing.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { keepFile, useCheck, useDesk, useDrafts, useEmbedCalls, usePosts } from '../calls.ts'
import { DraftBar } from '../draft-bar.tsx'
import { Head } from '../head.tsx'
import { RestoreDialog } from '../side/restore-dialog.tsx'
import { SendDialog } from '../side/send-dialog.tsx'
import { Counted } from '../tabs/counted.tsx'
import { DraftList, PostList } from '../tabs/lists.tsx'
import { JsonTab } from '../tabs/json-tab.tsx'
import { noChannelProblem, noPremiumProblems } from '../fixed-problems.ts'
import { useActs } from '../use-acts.ts'
import { useEditor } from '../use-editor.ts'
import { useKeys } from '../use-keys.ts'
import { Where } from '../destination.tsx'
import '../tabs/tabs.css'
import '../embeds.css'

export const Route = createFileRoute('/manage/$guildId/embeds')({ component: Embeds })

type Side = 'edit' | 'preview' | 'problems'
type Open = 'restore' | 'send'
const twoColumns = '(min-width: 75rem)'
const placeholders = [{ label: 'This server', placeholders: serverPlaceholders.map(name => ({ name })) }]

function Embeds() {
  const { guildId } = Route.useParams()
  const navigate = useNavigate()
  const mayManage = useMayManage(guildId)(embeds.name)
  const rests = useRests(guildId)(embeds.name) === true
  const readOnly = !mayManage || rests
  const desk = useDesk(guildId)
  const guild = desk.data?.guild
  const drafts = useDrafts(guildId)
  const posts = usePosts(guildId)
  const calls = useEmbedCalls(guildId)
  const editor = useEditor(calls, readOnly)
  const { content, place, outcome, tell } = editor
  useClearing(outcome?.tone === 'success' ? outcome : undefined, () => tell(undefined))
  const preview = usePreview(guild)
  const [now] = useState(() => Date.now())
  const [tab, setTab] = useState('message')
  const [side, setSide] = useState<Side>('edit')
  const [open, setOpen] = useState<Open>()
  const [isSought, setSought] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const isWide = useMedia(twoColumns)

  const filled = fillMessage(content.message, serverValues(commonValues(preview.member, preview.server)))
  const check = useCheck(guildId, content, !readOnly && guild !== undefined)
  // What only the server knows; everything else is checked here at once, by the same rules. Answers about a previously
  // chosen channel are ignored.
  const there =
    check.data?.channelId === content.channelId ? check.data.problems.filter(({ path }) => path === 'channelId') : []
  const ofMessage = [
    ...(content.channelId === null ? [noChannelProblem] : there),
    ...(check.data?.problems ?? []).filter(({ path }) => path.endsWith('.act')),
    ...senderProblems(content.sender),
    ...problemsOf(filled),
  ]
  const problems = rests ? noPremiumProblems : ofMessage

  // An untouched form has no red fields: problems are listed beside it, and shown at the fields once somebody has
  // started.
  const begun = isSought || editor.dirty || place.revision > 0 || place.post !== undefined
  const told = begun && !rests ? problems : []

  const go = (path: string) => {
    if (rests) {
      void navigate({ to: '/premium' })
      return
    }
    setSide('edit')
    setTab('message')
    setSought(true)
    void goToControl(() => form.current, path)
  }

  const acts = useActs({
    guild,
    calls,
    editor,
    readOnly,
    onMessage: () => setTab('message'),
    onClose: () => setOpen(undefined),
  })
  const { busy } = acts
  const blocked = problems.length > 0 || readOnly || busy
  const begin = () => {
    if (blocked) return
    if (place.post) void acts.update()
    else {
      setOpen('send')
      void check.refetch()
    }
  }
  useSaveKey(() => {
    if (editor.dirty && !readOnly) void editor.save()
  })
  useKeys({ undo: editor.undo, redo: editor.redo, send: begin, on: tab === 'message' && open === undefined })

  const all = posts.data?.pages.flatMap(page => page.posts) ?? []
  const aside = (
    <aside className="builder-side" aria-label="Problems, preview and limits">
      {(isWide || side === 'problems') && <ProblemsCard problems={problems} calm={!begun || rests} onGo={go} />}
      {!isWide && side === 'problems' && problems.length === 0 && (
        <p className="muted">Nothing prevents it from being sent.</p>
      )}
      {(isWide || side === 'preview') && (
        <DraftPreview
          guildId={guildId}
          filled={filled}
          preview={preview}
          place={placeName(guild, content.channelId, 'no channel chosen')}
          sender={content.sender}
          fileUrl={id => place.files.find(one => one.id === id)?.url ?? `/api/guild/${guildId}/embeds/files/${id}`}
          note="Mentions ping only those you confirm when you send it."
        />
      )}
      {(isWide || side === 'problems') && <LimitsCard message={filled} />}
    </aside>
  )
  const builder = (
    <>
      {!isWide && (
        <Segmented
          label="What to show"
          name="builder-side"
          value={side}
          onChange={setSide}
          options={[
            { value: 'edit', label: 'Edit' },
            { value: 'preview', label: 'Preview' },
            { value: 'problems', label: problems.length === 0 ? 'Problems' : `Problems (${problems.length})` },
          ]}
        />
      )}
      <div className="builder-columns">
        <div ref={form} hidden={!isWide && side !== 'edit'}>
          <MessageForm
            guild={guild}
            value={content.message}
            onChange={(change, touched) =>
              editor.change(before => ({ ...before, message: change(before.message) }), touched)
            }
            problems={told}
            placeholders={placeholders}
            fills={serverNames}
            emojis={desk.data?.emojis ?? []}
            offers={desk.data?.offers ?? []}
            keepFile={keepFile(guildId)}
            readOnly={readOnly}
            sent={place.post !== undefined}
          >
            <Where editor={editor} guild={guild} problems={told} readOnly={readOnly} />
          </MessageForm>
        </div>
        {(isWide || side !== 'edit') && aside}
      </div>
    </>
  )
  if (isForbidden(desk.error)) return <NotSharedPage title="Embeds Configuration" />
  return (
    <div className="builder">
      <Head
        editor={editor}
        now={now}
        readOnly={readOnly}
        busy={busy}
        blocked={blocked}
        hasProblems={problems.length > 0}
        onRestore={() => setOpen('restore')}
        onNew={() => void acts.startNew()}
        onSend={begin}
      />
      <SignedOut unsaved={editor.dirty} />
      {!mayManage && desk.data && (
        <Banner tone="info" title="Read-only access.">
          You can look at messages and drafts, not change them.
        </Banner>
      )}
      <FailedLoad query={desk} title="Failed to load channels and roles" />
      {outcome && (
        <Banner tone={outcome.tone} title={outcome.title} of={outcome} onClose={() => tell(undefined)}>
          {outcome.conflict && (
            <>
              <TextButton onClick={() => void acts.takeTheirs()}>Take theirs</TextButton> or{' '}
              <TextButton onClick={editor.keepAsCopy}>keep yours as a copy</TextButton>.
            </>
          )}
        </Banner>
      )}
      <Tabs
        label="Messages"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: 'message', label: 'Message', content: builder },
          {
            value: 'json',
            label: 'JSON',
            content: (
              <JsonTab
                key={place.id}
                message={content.message}
                name={content.name}
                readOnly={readOnly}
                onApply={({ message, sender, name }) => {
                  editor.change(before => ({
                    ...before,
                    message,
                    name: before.name || [...name].slice(0, 80).join(''),
                    ...(sender !== undefined && place.post === undefined && { sender }),
                  }))
                  setTab('message')
                  tell({ tone: 'success', title: 'The JSON was applied. Undo brings back what was there.' })
                }}
              />
            ),
          },
          {
            value: 'sent',
            label: <Counted word="Sent" count={all.length} more={posts.hasNextPage} />,
            content: (
              <PostList
                query={posts}
                posts={all}
                now={now}
                readOnly={readOnly}
                mayRemove={mayManage}
                more={posts.hasNextPage}
                onMore={() => void posts.fetchNextPage()}
                onEdit={post => void acts.openPost(post)}
                onCopy={post => void acts.copyPost(post)}
                onRemove={acts.removePost}
              />
            ),
          },
          {
            value: 'drafts',
            label: <Counted word="Drafts" count={drafts.data?.drafts.length ?? 0} />,
            content: (
              <DraftList
                query={drafts}
                drafts={drafts.data?.drafts ?? []}
                now={now}
                mayRemove={mayManage}
                openId={place.id}
                onOpen={draft => void acts.openDraft(draft)}
                onRemove={acts.removeDraft}
              />
            ),
          },
        ]}
      />
      {tab === 'message' && !readOnly && <DraftBar editor={editor} />}
      {open === 'restore' && (
        <RestoreDialog acts={acts} busy={calls.restore.isPending} onClose={() => setOpen(undefined)} />
      )}
      {open === 'send' && (
        <SendDialog
          channel={placeName(guild, content.channelId, '')}
          as={content.sender?.name ?? preview.bot.username}
          asked={{ ...check, data: check.isCurrent && !check.isError ? check.data?.pings : undefined }}
          busy={busy}
          onSend={pings => void acts.send(pings)}
          onClose={() => setOpen(undefined)}
        />
      )}
      <LeaveGuard dirty={editor.dirty} />
    </div>
  )
}

import type { Answered } from '#contract'
import type { RouteContext } from '#kernel/feature.ts'
import { designIn } from '#kit/design.ts'
import type tickets from '../contract.ts'
import { checksOf } from './checks.ts'
import { defaultPanel, type endpoints, panelDesign } from './contract.ts'
import { deletePanel, deployPanel } from './deploy.ts'
import { panelOf, panelsOf } from './rows.ts'
import { savePanel } from './save.ts'
import { shownPanel, shownPanels } from './shown.ts'

type Ctx<K extends keyof Answered<typeof endpoints>> = RouteContext<typeof tickets, (typeof endpoints)[K]>

const by = ({ user }: { user: { id: string } }, via = 'dashboard') => ({ userId: user.id, via })
const idIn = ({ params }: { params: Record<string, string> }) => params['panelId'] ?? ''

export const routes = {
  panels: (ctx: Ctx<'panels'>) => ({ panels: shownPanels(ctx, panelsOf(ctx, ctx.guild.id)) }),
  savePanel: (ctx: Ctx<'savePanel'>) => ({
    panel: shownPanel(ctx, savePanel(ctx, ctx.body, by(ctx, ctx.body.revision === undefined ? 'api' : 'dashboard'))),
  }),
  async deployPanel(ctx: Ctx<'deployPanel'>) {
    const messageId = await deployPanel(ctx, idIn(ctx), ctx.body.channelId, by(ctx))
    const panel = panelOf(ctx, ctx.guild.id, idIn(ctx))
    return { message_id: messageId, panel: panel ? shownPanel(ctx, panel) : null }
  },
  async deployDefaultPanel(ctx: Ctx<'deployDefaultPanel'>) {
    const { channelId: channel_id, panelData } = ctx.body
    const known = panelOf(ctx, ctx.guild.id, defaultPanel.id)
    savePanel(ctx, { ...(known ? {} : defaultPanel), ...panelData, id: defaultPanel.id, channel_id }, by(ctx))
    return { message_id: await deployPanel(ctx, defaultPanel.id, channel_id, by(ctx)) }
  },
  deletePanel(ctx: Ctx<'deletePanel'>) {
    deletePanel(ctx, idIn(ctx), by(ctx))
    return {}
  },
  checkPanel(ctx: Ctx<'checkPanel'>) {
    const { id } = ctx.body
    const stored = id === undefined ? undefined : panelOf(ctx, ctx.guild.id, id)
    const posted = designIn(panelDesign, ctx.body)
    const design = panelDesign.parse({ title: defaultPanel.title, ...stored?.design, ...posted })
    return { checks: checksOf(ctx, design, id) }
  },
}

import type { APIEmbed } from 'discord.js'
import { command, type Feature, feature } from '#kernel/feature.ts'
import { colours } from '#kit/notices.ts'
import doctor, { everyFeature, type Finding } from './contract.ts'
import { examine } from './examination.ts'

const mostShown = 10

function report(findings: readonly Finding[], features: readonly Feature[]): APIEmbed {
  const titles = new Map(features.map(({ contract }) => [contract.name, contract.title]))
  const about = ({ feature }: Finding) => (feature === everyFeature ? '' : `${titles.get(feature) ?? feature}: `)

  if (findings.length === 0)
    return { color: colours.success, title: 'All is well', description: 'I have everything I need in this server.' }
  const more = findings.length - mostShown
  return {
    color: findings.some(({ severity }) => severity === 'error') ? colours.error : colours.warning,
    title: findings.length === 1 ? 'One thing to repair' : `${findings.length} things to repair`,
    description: findings
      .slice(0, mostShown)
      .map(finding => {
        const { severity, title, repair } = finding
        return `${severity === 'error' ? '🔴' : '🟡'} **${about(finding)}${title}**\n${repair}`
      })
      .join('\n\n'),
    ...(more > 0 && { footer: { text: `and ${more} more, on the dashboard` } }),
  }
}

const examineHere = command<typeof doctor>()({
  description: 'Shows what I lack in this server and how to repair it',
  needs: ['ManageGuild'],
  openToManagers: true,
  cooldown: 5,
  run: async ctx => ctx.reply({ embeds: [report(await examine(ctx, ctx.member), ctx.features)] }, { ephemeral: true }),
})

export default feature(doctor, {
  commands: { doctor: examineHere },
  routes: {
    async examine(ctx) {
      const findings = await examine(ctx, ctx.member)
      return { ok: findings.length === 0, findings }
    },
  },
})

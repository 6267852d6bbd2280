import type { OperatorFile, OperatorTexts } from './contract.ts'
import { exampleQuotes, exampleTeam, usualTimes } from './examples.ts'

/** Returns the part of an operator's file that everybody may read, with defaults. */
export function textsOf(
  file: OperatorFile,
  started: { productName: string; supportUrl: string | undefined },
): OperatorTexts {
  const { legal, statements, supportTimes, contact } = file
  return {
    name: started.productName,
    supportUrl: file.supportUrl ?? started.supportUrl ?? null,
    listingUrl: file.listingUrl ?? null,
    sourceUrl: file.sourceUrl ?? null,
    legal: {
      name: legal?.name ?? null,
      address: legal?.address ?? null,
      email: legal?.email ?? null,
      law: legal?.law ?? null,
    },
    team: (file.team ?? exampleTeam).map((member, place) => ({
      name: member.name,
      role: member.role,
      about: member.about ?? null,
      skills: member.skills ?? [],
      contributions: member.contributions ?? [],
      links: member.links ?? [],
      picture: member.picture === undefined ? null : `/api/operator/pictures/${place}`,
      example: member.example ?? false,
    })),
    quotes: (file.quotes ?? exampleQuotes).map(({ text, by, example = false }) => ({ text, by, example })),
    supportTimes: {
      email: supportTimes?.email ?? usualTimes.email,
      chat: supportTimes?.chat ?? usualTimes.chat,
      stated: supportTimes !== undefined,
    },
    statements: {
      support: statements?.support ?? null,
      uptime: statements?.uptime ?? null,
      gdpr: statements?.gdpr ?? null,
      soc2: statements?.soc2 ?? null,
    },
    contactTo:
      contact?.webhookUrl !== undefined ? 'webhook' : contact?.channelId !== undefined ? 'channel' : 'dashboard',
  }
}

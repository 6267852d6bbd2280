// @module-tag long
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { features } from '#features/index.ts'
import antinuke from '#features/antinuke/contract.ts'
import automod from '#features/automod/contract.ts'
import greetings from '#features/greetings/contract.ts'
import leveling from '#features/leveling/contract.ts'
import moderation from '#features/moderation/contract.ts'
import { createHarness, type Harness } from '../harness.ts'

/** Lines as people type them who are used to another bot: done as typed, or refused with the line that does it. */
let app: Harness
let ahead = 0
beforeAll(async () => {
  app = await createHarness({ now: () => Date.now() + ahead })
  const owner = await app.signIn('owner')
  for (const { contract } of features)
    await owner.call('PATCH', `/api/guild/${app.guildId}/modules/${contract.name}`, { enabled: true })
})
afterAll(() => app.close())
/** A channel is told once in a while only, and some commands may be used again only after a while. */
beforeEach(() => {
  ahead += 60_000
})

const roleId = (name: string) =>
  [...(app.sandbox.context.world.guilds.get(app.guildId)?.roles.values() ?? [])].find(role => role.name === name)?.id

/** Says a line as the owner, with real mentions for `@jun`, `@Regular` and channels with their `#`. */
async function ask(line: string): Promise<string> {
  const typed = line
    .replaceAll('@jun', `<@${app.as('member1').userId}>`)
    .replaceAll('@Regular', `<@&${roleId('Regular')}>`)
    .replaceAll(/#([a-z-]+)/g, (_, name: string) => `<#${app.channel(name)}>`)
  return (await app.answer('owner', typed)).replaceAll('\u200B', '')
}
const general = () => app.channel('general')
const { settings } = { settings: () => app.product.services.settings }
const own = {
  greetings: () => settings().read(app.guildId, greetings),
  leveling: () => settings().read(app.guildId, leveling),
  moderation: () => settings().read(app.guildId, moderation),
  automod: () => settings().read(app.guildId, automod),
  antinuke: () => settings().read(app.guildId, antinuke),
}

describe('a line is done as it was typed', () => {
  test.each<[string, string, (() => unknown) | undefined, (() => unknown) | undefined]>([
    [
      '.welcome set #arrivals',
      'Welcome messages go to',
      () => own.greetings().welcome_channel,
      () => app.channel('arrivals'),
    ],
    ['.welcome channel here', 'Welcome messages go to', () => own.greetings().welcome_channel, general],
    ['.welcome set channel arrivals', 'go to', () => own.greetings().welcome_channel, () => app.channel('arrivals')],
    ['.welcome channel set #general', 'go to', () => own.greetings().welcome_channel, general],
    [
      '.welcome set message Hello {member.mention}',
      'is set',
      () => own.greetings().welcome_content,
      () => 'Hello {member.mention}',
    ],
    ['.welcome status', 'Welcome messages\nState', undefined, undefined],
    ['.levelup channel to general', 'announced in', () => own.leveling().levelupChannel, general],
    ['.modlog to general', 'Every case is now posted', () => own.moderation().modlogChannel, general],
    ['.modlog set here', 'Every case is now posted', () => own.moderation().modlogChannel, general],
    [
      '.modlog to #mod-log',
      'Every case is now posted',
      () => own.moderation().modlogChannel,
      () => app.channel('mod-log'),
    ],
    [
      '.modlog channel #mod-log',
      'Every case is now posted',
      () => own.moderation().modlogChannel,
      () => app.channel('mod-log'),
    ],
    ['.levelup off', 'no longer announced', () => own.leveling().announce, () => 'never'],
    ['.levelup on', 'Levels are announced', () => own.leveling().announce, () => 'always'],
    ['.levelup set off', 'no longer announced', () => own.leveling().announce, () => 'never'],
    ['.levelup on', 'Levels are announced', () => own.leveling().announce, () => 'always'],
    ['.levelup set to off', 'no longer announced', () => own.leveling().announce, () => 'never'],
    ['.levelup set to #general', 'Level-ups are announced in', () => own.leveling().levelupChannel, general],
    ['.levelup set #general', 'Level-ups are announced in', () => own.leveling().levelupChannel, general],
    ['.levelup channel off', 'where the XP was earned', () => own.leveling().levelupChannel, () => null],
    [
      '.levelrole set 5 @Regular',
      'reach level 5',
      () => own.leveling().levelRoles.map(({ level }) => level),
      () => [5],
    ],
    [
      '.levelrole add level 7 @Regular',
      'reach level 7',
      () => own.leveling().levelRoles.map(({ level }) => level),
      () => [7],
    ],
    ['.maxwarn 6 warnings', 'has 6 warnings', () => own.moderation().maxWarn, () => 6],
    ['.maxwarn 5', 'has 5 warnings', () => own.moderation().maxWarn, () => 5],
    ['.maxwarn set 4', 'has 4 warnings', () => own.moderation().maxWarn, () => 4],
    ['.maxwarn action set mute', 'warnings I', () => own.moderation().maxWarnAction, () => 'timeout'],
    ['.automod set strikes 6', '6 strikes', () => own.automod().maxStrikes, () => 6],
    ['.automod whitelist add #general', 'no longer moderated', () => own.automod().exemptChannels, () => [general()]],
    ['.automod whitelist remove #general', 'moderated again', () => own.automod().exemptChannels, () => []],
    ['.antinuke set punishment kick', 'Punishment: Kick', () => own.antinuke().punishment, () => 'KICK'],
    ['.antinuke log here', 'are posted in', () => own.antinuke().logChannel, general],
    ['.autodelete link on', 'I delete messages with links', undefined, undefined],
    ['.anti mentions on 5', 'more than 5 members', undefined, undefined],
    ['.xp set @jun to 500', 'XP', undefined, undefined],
    ['.invites add @jun 5', 'now has **5** invites', undefined, undefined],
    ['.invites remove @jun 2', 'now has **3** invites', undefined, undefined],
    ['.removeinvites 1 @jun', 'now has **2** invites', undefined, undefined],
    ['.lock here raid', 'Reason: raid', undefined, undefined],
    ['.unlock this channel', 'Unlocked', undefined, undefined],
    ['.lock #woodwork', 'Locked', undefined, undefined],
    ['.unlock in #woodwork', 'Unlocked', undefined, undefined],
    ['.slowmode general 5', 'wait 5 seconds between', undefined, undefined],
    ['.slowmode general off', 'is off', undefined, undefined],
    ['.slowmode set 10', 'wait 10 seconds', undefined, undefined],
    ['.slowmode set to 15', 'wait 15 seconds', undefined, undefined],
    ['.slowmode general to 5', 'wait 5 seconds', undefined, undefined],
    ['.slowmode #general set to 6', 'wait 6 seconds', undefined, undefined],
    ['.slowmode set general to 7', 'wait 7 seconds', undefined, undefined],
    ['.slowmode in general 8', 'wait 8 seconds', undefined, undefined],
    ['.slowmode 9 in #general', 'wait 9 seconds', undefined, undefined],
    ['.automod strikes set to 4', '4 strikes', () => own.automod().maxStrikes, () => 4],
    ['.ticket cooldown set to 5m', '5 minutes between two tickets', undefined, undefined],
    ['.slowmode here off', 'is off', undefined, undefined],
    ['.leaderboard page 1', 'XP leaderboard', undefined, undefined],
    ['.leaderboard invites', 'Invite leaderboard', undefined, undefined],
    ['.rr list', 'There are no menus', undefined, undefined],
    ['.tag add hello Hi there', 'answers with that now', undefined, undefined],
    ['.xp give 100 to @jun', 'XP', undefined, undefined],
    ['.purge files 5', 'attachments', undefined, undefined],
    ['.ticket support add @Regular', 'answers tickets', undefined, undefined],
    ['.autorole human @Regular', 'Members who join', undefined, undefined],
    ['.nick clear @jun', 'no nickname', undefined, undefined],
    ['.warn Salt Marsh spam', 'was warned', undefined, undefined],
    ['.warn "Salt Marsh" spam', 'was warned', undefined, undefined],
    ['.xp give Salt Marsh 50', 'XP', undefined, undefined],
    ['.warn @jun delete 2fa codes', 'delete 2fa codes', undefined, undefined],
    ['.inviterank add 5 invites @Regular', 'Members with 5 or more invites get', undefined, undefined],
    ['.xp give 50 to user @jun', 'is now at level', undefined, undefined],
    ['.autorole add @Regular for bots', 'Bots who join now get', undefined, undefined],
    ['.antinuke unpanic', 'Panic is not on.', undefined, undefined],
    ['.tag save hello set your role in #general', 'answers with that now', undefined, undefined],
    ['.tag save list Here is the list', '`.tag send list` answers with that now', undefined, undefined],
    ['.tag edit delete Deleted for good', '`.tag send delete` answers with that now', undefined, undefined],
    ['.tag list', '`delete` Deleted for good', undefined, undefined],
    ['.cc add greet set sail', '`.greet` answers with that now', undefined, undefined],
  ])('%s', async (line, told, read, expected) => {
    expect(await ask(line)).toContain(told)
    expect(read?.()).toEqual(expected?.())
  })
})

describe('a line that is not understood is refused with the one that was meant', () => {
  test.each([
    ['.clear @jun 10', 'Did you mean `.purgeuser @jun_tan 10`?'],
    ['.purge images', 'Did you mean `.purgeattach`?'],
    ['.lock #woodwork off', 'sounds like an order. If it is the reason, write `reason:` before it.'],
    ['.lock #woodwork off', 'Did you mean `.unlock`?'],
    ['.lock everyone', '“everyone” cannot be chosen'],
    ['.warn @jun -d 10m spam', 'There is no option “-d”.'],
    ['.ban @jun -ddays 1 spam', 'There is no option “-ddays”.'],
    ['.rr make', 'Did you mean `.addrr`?'],
    ['.welcome on #arrivals', 'Did you mean `.welcome channel #arrivals`?'],
    ['.case 1 reason spam', 'Did you mean `.case reason 1 spam`?'],
    ['.anti link on', 'Did you mean `.autodelete links`?'],
    ['.antilinks on', 'Did you mean `.autodelete links`?'],
    ['.inviterank list', 'Did you mean `.inviteranks`?'],
    ['.welcomechannel #arrivals', 'Did you mean `.welcome channel`?'],
    ['.goodbye here', 'Did you mean `.farewell`?'],
    ['.dashboard', 'Did you mean `.help`?'],
    ['.say hello', 'The channel comes first; `here` is this one.'],
    ['.help how do I ban', 'Did you mean `.ban`?'],
    ['.welcome #arrivals', 'Did you mean `.welcome channel #arrivals`?'],
    ['.welcome clear', 'Did you mean reset?'],
    ['.modlog on', '“on” does not say which channel.'],
    ['.modlog status', 'Did you mean `.modlog show`?'],
    ['.modlog clear', 'Did you mean `.modlog off`?'],
    ['.lock raid in #woodwork', 'the channel, or part of the reason?'],
    ['.welcome channel on', 'Name a channel, or say off.'],
    ['.slowmode on', 'Say how long members wait, or off.'],
    ['.welcome message set Hello', '“set” is not needed'],
    ['.nick @jun to Boss', '“to” is not needed'],
    ['.maxwarn off', 'There is no “off” here. Number must be a whole number.'],
    ['.ticket userlimit none', 'There is no “none” here. Number must be a whole number.'],
    ['.ticket cooldown reset', '“reset” is not understood here. Say how long a member waits, or off.'],
    ['.ban @jun 2fa scam', 'If that is the reason, write `reason:` before it.'],
    ['.warn Salt Marhs spam', 'There is no member “Salt Marhs” in this server. Did you mean saltmarsh?'],
    ['.maxwarn kick', 'Did you mean `.maxwarn action kick`?'],
    ['.levelrole 5 @Regular', 'Did you mean `.levelrole add 5 @Regular`?'],
    ['.inviterank 5 @Regular', 'Did you mean `.inviterank add 5 @Regular`?'],
    ['.extraowner @jun', '`.extraowner add @'],
    ['.bypassrole ban on', 'Did you mean `.bypassrole perm ban on`?'],
    ['.antinuke ban on', 'Did you mean `.antinuke module ban on`?'],
    ['.antinuke whitelist add @jun', 'Did you mean `.whitelist`?'],
    ['.automod whitelist #general', 'Did you mean `.automod whitelistadd #general`?'],
    ['.case 1 spam', 'Did you mean `.case reason 1 spam`?'],
    ['.invites top', 'Did you mean `.top`?'],
    ['.enable leveling', 'Did you mean `.config leveling on`?'],
    ['.set prefix !', 'Did you mean `.setprefix`?'],
    ['.set welcome #arrivals', 'Did you mean `.welcome`?'],
    ['.give-xp @jun 5', 'Did you mean `.givexp`?'],
    ['.close', 'Did you mean `.ticket close`?'],
    ['.autodelete maxlines off', 'Type 0 for no limit.'],
    ['.levelrole add @Regular', 'Missing: level.'],
    ['.addinvites 5', 'Missing: user.'],
    ['.levelrole remove 5', 'There is no role “5” in this server. Name the role: `.levelrole list` lists them.'],
    ['.purge 5 messages from @jun', 'Did you mean `.purgeuser 5 messages from @jun_tan`?'],
    ['.kick @jun in 2 days', 'is a length of time, which this command does not take'],
    ['.purge 5 messages by @jun', 'Did you mean `.purgeuser 5 messages by @jun_tan`?'],
    ['.slowmode reset', '“reset” is not understood here. Say how long members wait, or off.'],
    ['.slowmode five', 'There is no channel “five” in this server. Say how long members wait, or off.'],
    ['.ticket log reset', '“reset” is not understood here. Name a channel, or say off.'],
    ['.ticket autoclose reset', '“reset” is not understood here. Say after how many days, or off.'],
    ['.ticket list', 'the dashboard lists all tickets'],
    ['.xp reset everyone', 'Did you mean `.xp resetall`?'],
    ['.prefix reset', '“reset” sounds like an order. `.setprefix .` sets the usual one.'],
    ['.prefix on', '“on” sounds like an order.'],
    ['.levelup show', 'Did you mean preview?'],
    ['.leaderboard page two', 'Page must be a whole number.'],
    ['.move @jun to nowhere', 'There is no channel “nowhere”'],
    ['.tag save hello delete it', '“delete it” sounds like an order. If it is the text'],
    ['.cc change remove greet', 'This server has no command “remove”.'],
    ['.say this is a test', 'Is “this” the channel, or part of the text?'],
    ['.ban @jun delete 5 messages', 'or del-7d. If that is the reason, write `reason:` before it.'],
    ['.ban @jun 7d spam delete 1d', 'Write del-1d for the one'],
    ['.ban @jun spam and delete all messages', 'Is “delete all messages” the delete, or part of the reason?'],
    ['.massban 80351110224678912 raid and delete all messages', 'the delete, or part of the reason?'],
    ['.say this channel is closed', 'Is “this channel” the channel, or part of the text?'],
    ['.purge all', 'At most 99 go at once: `.purge 99`.'],
    ['.purge 5 please', 'Did you mean `.purge 5`?'],
    ['.slowmode at 5', 'Did you mean `.slowmode 5`?'],
    ['.slowmode off in 5m', 'There is no channel “in 5m” in this server.'],
    ['.inviterank add @Regular at 5', 'Did you mean `.inviterank add @Regular 5`?'],
    ['.inviterank add @Regular with 5 invites', 'Did you mean `.inviterank add @Regular 5 invites`?'],
    ['.levelrole add @Regular at level 5', 'Did you mean `.levelrole add @Regular level 5`?'],
    ['.maxwarn at 5', 'Did you mean `.maxwarn limit 5`?'],
    ['.maxwarn action is ban', 'Did you mean `.maxwarn action ban`?'],
    ['.ticket autoclose after 5 days', 'Did you mean `.ticket autoclose 5 days`?'],
    ['.xp set @jun at 50', 'Did you mean `.xp set @jun_tan 50`?'],
    ['.say rules are rules', 'Is “rules” the channel, or part of the text?'],
    ['.tag save to hello Hi', '“to” is not needed: begin with the name'],
    ['.cc add to hello Hi', '“to” is not needed: begin with the name'],
    ['.counter members name People', '“name” is not needed'],
    ['.ticket log to nowhere', 'There is no channel “nowhere”'],
    ['.ban @jun delete 3 messages', 'Delete must be del-0'],
    ['.ban @jun spam delete 7d', 'does it belong to “delete”?'],
    ['.ban @jun delete all messages', 'the delete, or part of the reason?'],
  ])('%s', async (line, told) => {
    const before = JSON.stringify(Object.values(own).map(read => read()))
    expect(await ask(line)).toContain(told)
    expect(JSON.stringify(Object.values(own).map(read => read()))).toBe(before)
  })
})

test.each([
  '.userinfo 80351110224678912',
  '.rep 80351110224678912',
  '.case 1 `x`',
  '.desk @jun `x`',
  '.purgeuser @jun all',
])('%s is refused without another line that would not do, either, or that cannot be copied', async line => {
  const answer = await ask(line)
  expect(answer).toContain('```')
  expect(answer).not.toContain('Did you mean')
})

describe('help after a command explains it, and does nothing', () => {
  test.each([
    ['.ban help', 'Bans somebody'],
    ['.ticket close help', 'Closes this ticket'],
    ['.purge ?', 'Deletes the newest messages'],
    ['.slowmode --help', 'Sets how long members wait'],
    ['.welcome help', 'Sets up what is said when a member joins'],
    ['.rep help', 'Shows and gives reputation'],
  ])('%s', async (line, told) => {
    const answer = await ask(line)
    expect(answer).toContain(told)
    expect(answer).toContain('```')
  })
})

test('a channel of that name and this one are both “here”, so neither is chosen', async () => {
  const { id } = await app
    .as('owner')
    .rest<{ id: string }>('POST', `/guilds/${app.guildId}/channels`, { name: 'here', type: 0 })
  await app.heard()
  expect(await ask('.lock here')).toContain('Several match “here”')
  expect(await ask(`.lock <#${id}>`)).toContain('Locked')
})

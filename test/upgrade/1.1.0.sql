CREATE TABLE __drizzle_migrations (id INTEGER PRIMARY KEY, hash TEXT NOT NULL, created_at NUMERIC);
CREATE TABLE `guilds` (
	`guild_id` text PRIMARY KEY NOT NULL,
	`joined_at` integer NOT NULL,
	`left_at` integer
);
CREATE TABLE `heartbeat` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
CREATE TABLE `jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`feature` text NOT NULL,
	`job` text NOT NULL,
	`key` text,
	`guild_id` text,
	`payload` text,
	`run_at` integer NOT NULL,
	`every_ms` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`parked` text
);
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`data` text NOT NULL,
	`expires_at` integer NOT NULL
);
CREATE TABLE `settings` (
	`guild_id` text NOT NULL,
	`feature` text NOT NULL,
	`document` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `feature`)
);
CREATE TABLE `settings_history` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`feature` text NOT NULL,
	`user_id` text,
	`via` text NOT NULL,
	`at` integer NOT NULL,
	`changes` text NOT NULL
);
CREATE TABLE `automod_native` (
	`guild_id` text NOT NULL,
	`key` text NOT NULL,
	`rule_id` text,
	`written` text,
	`changed` integer DEFAULT false NOT NULL,
	`problem` text,
	PRIMARY KEY(`guild_id`, `key`)
);
CREATE TABLE `automod_strikes` (
	`guild_id` text NOT NULL,
	`source` text NOT NULL,
	`rule` text NOT NULL,
	`user_id` text NOT NULL,
	`user_name` text NOT NULL,
	`channel_id` text,
	`evidence` text,
	`at` integer NOT NULL,
	`spent` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`guild_id`, `source`, `rule`)
);
CREATE TABLE `autorole_held_roles` (
	`guild_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role_ids` text NOT NULL,
	`left_at` integer,
	PRIMARY KEY(`guild_id`, `user_id`)
);
CREATE TABLE `counters_bots` (
	`guild_id` text PRIMARY KEY NOT NULL,
	`bots` integer NOT NULL
);
CREATE TABLE `counters_channels` (
	`guild_id` text NOT NULL,
	`kind` text NOT NULL,
	`channel_id` text NOT NULL,
	`name` text NOT NULL,
	`renamed_at` integer,
	PRIMARY KEY(`guild_id`, `kind`)
);
CREATE TABLE `greeting_queue` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`occasion` integer NOT NULL,
	`state` text NOT NULL,
	`person` text,
	`changed_at` integer NOT NULL
);
CREATE TABLE `invite_baselines` (
	`guild_id` text PRIMARY KEY NOT NULL,
	`taken_at` integer NOT NULL
);
CREATE TABLE `invite_bonuses` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`user_id` text NOT NULL,
	`amount` integer NOT NULL,
	`by_id` text,
	`at` integer NOT NULL,
	`code` text
);
CREATE TABLE `invite_codes` (
	`guild_id` text NOT NULL,
	`code` text NOT NULL,
	`uses` integer NOT NULL,
	`max_uses` integer NOT NULL,
	`inviter_id` text,
	`channel_id` text,
	`expires_at` integer,
	`vanity` integer DEFAULT false NOT NULL,
	`role_ids` text DEFAULT '[]' NOT NULL,
	`deleted_at` integer,
	PRIMARY KEY(`guild_id`, `code`)
);
CREATE TABLE `invite_credits` (
	`guild_id` text NOT NULL,
	`inviter_id` text NOT NULL,
	`user_id` text NOT NULL,
	`fake` text,
	PRIMARY KEY(`guild_id`, `inviter_id`, `user_id`)
);
CREATE TABLE `invite_joins` (
	`guild_id` text NOT NULL,
	`user_id` text NOT NULL,
	`via` text NOT NULL,
	`certainty` text NOT NULL,
	`inviter_id` text,
	`code` text,
	`at` integer NOT NULL,
	`left_at` integer,
	`returned` integer DEFAULT false NOT NULL,
	`waiting_since` integer,
	PRIMARY KEY(`guild_id`, `user_id`)
);
CREATE TABLE `leveling_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`by_id` text,
	`by_name` text,
	`at` integer NOT NULL,
	`before` integer DEFAULT 0 NOT NULL,
	`after` integer DEFAULT 0 NOT NULL,
	`batch` text,
	`undone` integer DEFAULT false NOT NULL
);
CREATE TABLE `leveling_members` (
	`guild_id` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text,
	`avatar` text,
	`present` integer DEFAULT true NOT NULL,
	`total` integer DEFAULT 0 NOT NULL,
	`earned_at` integer DEFAULT 0 NOT NULL,
	`messages` integer DEFAULT 0 NOT NULL,
	`prefix_commands` integer DEFAULT 0 NOT NULL,
	`slash_commands` integer DEFAULT 0 NOT NULL,
	`voice_connections` integer DEFAULT 0 NOT NULL,
	`voice_seconds` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`guild_id`, `user_id`)
);
CREATE TABLE `leveling_role_runs` (
	`guild_id` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`cursor` text DEFAULT '0' NOT NULL,
	`counts` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer
);
CREATE TABLE `leveling_voice` (
	`guild_id` text NOT NULL,
	`user_id` text NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `user_id`)
);
CREATE TABLE `moderation_channel_locks` (
	`guild_id` text NOT NULL,
	`channel_id` text NOT NULL,
	`stands` text NOT NULL,
	`locked_at` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `channel_id`)
);
CREATE TABLE `moderation_case_edits` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`number` integer NOT NULL,
	`user_id` text,
	`user_name` text,
	`at` integer NOT NULL,
	`before` text
);
CREATE TABLE `moderation_case_numbers` (
	`guild_id` text PRIMARY KEY NOT NULL,
	`last` integer NOT NULL
);
CREATE TABLE `moderation_cases` (
	`guild_id` text NOT NULL,
	`number` integer NOT NULL,
	`key` text,
	`kind` text NOT NULL,
	`source` text NOT NULL,
	`target_id` text,
	`target_name` text,
	`moderator_id` text,
	`moderator_name` text,
	`channel_id` text,
	`channel_name` text,
	`detail` text,
	`count` integer,
	`reason` text,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`active` integer NOT NULL,
	`ended` text,
	`ended_by` text,
	`voided_at` integer,
	`voided_by` text,
	PRIMARY KEY(`guild_id`, `number`)
);
CREATE TABLE `reputation_gifts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`guild_id` text NOT NULL,
	`giver_id` text,
	`receiver_id` text NOT NULL,
	`at` integer NOT NULL
);
CREATE TABLE `translation_done` (
	`guild_id` text NOT NULL,
	`message_id` text NOT NULL,
	`language` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `message_id`, `language`)
);
CREATE UNIQUE INDEX `jobs_key` ON `jobs` (`feature`,`job`,`key`);
CREATE INDEX `jobs_due` ON `jobs` (`parked`,`run_at`);
CREATE INDEX `jobs_guild` ON `jobs` (`guild_id`);
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);
CREATE INDEX `settings_history_guild` ON `settings_history` (`guild_id`,`id`);
CREATE INDEX `settings_history_user` ON `settings_history` (`user_id`);
CREATE INDEX `automod_strikes_by_user` ON `automod_strikes` (`guild_id`,`user_id`,`at`);
CREATE INDEX `automod_strikes_by_time` ON `automod_strikes` (`at`);
CREATE INDEX `autorole_held_roles_left` ON `autorole_held_roles` (`left_at`);
CREATE INDEX `counters_channels_channel` ON `counters_channels` (`channel_id`);
CREATE INDEX `greeting_queue_next` ON `greeting_queue` (`guild_id`,`state`,`id`);
CREATE INDEX `greeting_queue_user` ON `greeting_queue` (`user_id`);
CREATE INDEX `greeting_queue_age` ON `greeting_queue` (`changed_at`);
CREATE UNIQUE INDEX `greeting_queue_once` ON `greeting_queue` (`guild_id`,`kind`,`user_id`,`occasion`);
CREATE UNIQUE INDEX `invite_bonuses_import` ON `invite_bonuses` (`guild_id`,`code`);
CREATE INDEX `invite_bonuses_of` ON `invite_bonuses` (`guild_id`,`user_id`);
CREATE INDEX `invite_bonuses_user` ON `invite_bonuses` (`user_id`);
CREATE INDEX `invite_bonuses_by` ON `invite_bonuses` (`by_id`);
CREATE UNIQUE INDEX `invite_credits_once` ON `invite_credits` (`guild_id`,`user_id`) WHERE fake is null;
CREATE INDEX `invite_credits_user` ON `invite_credits` (`user_id`);
CREATE INDEX `invite_credits_inviter` ON `invite_credits` (`inviter_id`);
CREATE INDEX `invite_joins_recent` ON `invite_joins` (`guild_id`,`at`);
CREATE INDEX `invite_joins_user` ON `invite_joins` (`user_id`);
CREATE INDEX `invite_joins_inviter` ON `invite_joins` (`inviter_id`);
CREATE INDEX `leveling_changes_guild` ON `leveling_changes` (`guild_id`,`id`);
CREATE INDEX `leveling_changes_user` ON `leveling_changes` (`user_id`);
CREATE INDEX `leveling_changes_by` ON `leveling_changes` (`by_id`);
CREATE UNIQUE INDEX `leveling_changes_batch` ON `leveling_changes` (`guild_id`,`batch`,`user_id`);
CREATE INDEX `leveling_members_rank` ON `leveling_members` (`guild_id`,`present`,`total`);
CREATE INDEX `leveling_members_user` ON `leveling_members` (`user_id`);
CREATE INDEX `leveling_voice_user` ON `leveling_voice` (`user_id`);
CREATE INDEX `moderation_case_edits_case` ON `moderation_case_edits` (`guild_id`,`number`);
CREATE UNIQUE INDEX `moderation_cases_key` ON `moderation_cases` (`guild_id`,`key`);
CREATE INDEX `moderation_cases_target` ON `moderation_cases` (`guild_id`,`target_id`,`kind`,`active`);
CREATE INDEX `moderation_cases_created` ON `moderation_cases` (`guild_id`,`created_at`);
CREATE INDEX `moderation_cases_moderator` ON `moderation_cases` (`guild_id`,`moderator_id`);
CREATE INDEX `reputation_gifts_giver` ON `reputation_gifts` (`guild_id`,`giver_id`,`at`);
CREATE INDEX `reputation_gifts_receiver` ON `reputation_gifts` (`guild_id`,`receiver_id`);
CREATE INDEX `reputation_gifts_user` ON `reputation_gifts` (`receiver_id`);
CREATE INDEX `reputation_gifts_given` ON `reputation_gifts` (`giver_id`);
CREATE INDEX `translation_done_at` ON `translation_done` (`at`);
INSERT INTO "__drizzle_migrations" VALUES (1, 'de595b3cc77561bb61447348c9156246e997a21915c773b6236c5ccd42ff8702', 1795243921163);
INSERT INTO "__drizzle_migrations" VALUES (2, 'b48bd57bcfc85ac608e347103d7cebf97a42c7e0c253db1037147438fb847c35', 1795281023289);
INSERT INTO "guilds" VALUES ('1098541065832793957', 1795335624345, NULL);
INSERT INTO "guilds" VALUES ('875982068123782973', 1795335624345, NULL);
INSERT INTO "heartbeat" VALUES (1, 1);
INSERT INTO "jobs" VALUES (1, 'kernel', 'sweepSessions', 'daily', NULL, 'null', 1795422024017, 86400000, 0, NULL);
INSERT INTO "jobs" VALUES (2, 'automod', 'expireStrikes', 'daily', NULL, 'null', 1795422024018, 86400000, 0, NULL);
INSERT INTO "jobs" VALUES (3, 'autorole', 'upkeep', 'daily', NULL, 'null', 1795422024018, 86400000, 0, NULL);
INSERT INTO "jobs" VALUES (5, 'greetings', 'catchUp', 'hourly', NULL, 'null', 1795339224018, 3600000, 0, NULL);
INSERT INTO "jobs" VALUES (6, 'leveling', 'voice', 'voice', NULL, 'null', 1795335684023, 60000, 0, NULL);
INSERT INTO "jobs" VALUES (8, 'counters', 'recount', 'daily', NULL, 'null', 1795422024023, 86400000, 0, NULL);
INSERT INTO "jobs" VALUES (9, 'translation', 'sweep', 'daily', NULL, 'null', 1795422024023, 86400000, 0, NULL);
INSERT INTO "sessions" VALUES ('NE95b2cEHIVEs2_Ja7d32BNeKsUC3cJf', '312141781404175572', '{"cookie":{"expires":"2026-11-29T08:20:24.692Z","originalMaxAge":604800000,"originalExpires":"2026-11-29T08:20:24.373Z","sameSite":"lax","secure":false,"path":"/","httpOnly":true,"domain":null},"user":{"id":"312141781404175572","username":"mara.w","avatar":"ae0417c3ad041630b0041ae9af041956","email":"owner@example.test","discriminator":"0"},"token":"AfRGmUIKrZ0wMSXDYm8gtTDEJQGDOK_gMYAqEo4hWg2WgtbLsErOVyCiNBtmcdUwYksXlfwAL0P1u1Zio4dCkcVrykXPUViqTVYh5GI_XDoKl9Rr8aKQKDoPDMhZaCB5FZNa4ocG1kUwqDUx_FRplcLFfuyC_1lTfwIy3n4dtTsPUbOAi6n-NoZPVhBnQZpPCuhm_lbncDvXDatS63b3uu9cc33deA1kOJSs952ZcmNAZygZdX9WocX4KXS9-zaiADt2kCQQ6FOl4yOLIq9ZbCnmlAAAkJqYqx-C5OEKaLrXQYWDdK27_w1BwOvt_pt9eGvm_3MUPKjAjucms8FbUkqPavLIf59CdXextxOUx0BBRnSW"}', 1795940424693);
INSERT INTO "settings" VALUES ('1098541065832793957', 'general', '{"prefix":"!","inviteTracking":true,"flagTranslation":true}', 1795335625334);
INSERT INTO "settings" VALUES ('1098541065832793957', 'greetings', '{"welcome_enabled":true,"welcome_channel":"1098556165328947450","welcome_content":"Ahoy {member.name}"}', 1795335624822);
INSERT INTO "settings" VALUES ('1098541065832793957', 'automod', '{"enabled":true}', 1795335625011);
INSERT INTO "settings" VALUES ('1098541065832793957', 'autorole', '{"enabled":true}', 1795335625145);
INSERT INTO "settings" VALUES ('1098541065832793957', 'leveling', '{"enabled":true}', 1795335625280);
INSERT INTO "settings" VALUES ('1098541065832793957', 'counters', '{"enabled":true}', 1795335625316);
INSERT INTO "settings_history" VALUES (1, '1098541065832793957', 'general', '312141781404175572', 'dashboard', 1795335624791, '{"prefix":[".","!"]}');
INSERT INTO "settings_history" VALUES (2, '1098541065832793957', 'greetings', '312141781404175572', 'dashboard', 1795335624822, '{"welcome_enabled":[false,true],"welcome_channel":[null,"1098556165328947450"],"welcome_content":["Welcome {member.mention} to {server.name}!","Ahoy {member.name}"]}');
INSERT INTO "settings_history" VALUES (3, '1098541065832793957', 'automod', '312141781404175572', 'command', 1795335625011, '{"enabled":[false,true]}');
INSERT INTO "settings_history" VALUES (4, '1098541065832793957', 'autorole', '312141781404175572', 'command', 1795335625145, '{"enabled":[false,true]}');
INSERT INTO "settings_history" VALUES (5, '1098541065832793957', 'general', '312141781404175572', 'command', 1795335625260, '{"inviteTracking":[false,true]}');
INSERT INTO "settings_history" VALUES (6, '1098541065832793957', 'leveling', '312141781404175572', 'command', 1795335625280, '{"enabled":[false,true]}');
INSERT INTO "settings_history" VALUES (7, '1098541065832793957', 'counters', '312141781404175572', 'command', 1795335625316, '{"enabled":[false,true]}');
INSERT INTO "settings_history" VALUES (8, '1098541065832793957', 'general', '312141781404175572', 'command', 1795335625334, '{"flagTranslation":[false,true]}');
INSERT INTO "automod_native" VALUES ('1098541065832793957', '1', '1098541065832793957', NULL, 0, '1');
INSERT INTO "automod_strikes" VALUES ('1098541065832793957', '1', '1', '1109130844571874076', '1', '1098541065832793957', NULL, 1, 1);
INSERT INTO "autorole_held_roles" VALUES ('1098541065832793957', '1109130844571874076', '[]', 1);
INSERT INTO "counters_bots" VALUES ('1098541065832793957', 1);
INSERT INTO "counters_channels" VALUES ('1098541065832793957', 'members', '1098541065832793957', '1', 1);
INSERT INTO "greeting_queue" VALUES (1, '1098541065832793957', 'welcome', '1109130844571874076', 1, 'sent', NULL, 1);
INSERT INTO "invite_baselines" VALUES ('1098541065832793957', 1795335625513);
INSERT INTO "invite_bonuses" VALUES (1, '1098541065832793957', '953020191869154882', 3, '312141781404175572', 1795335625930, NULL);
INSERT INTO "invite_codes" VALUES ('1098541065832793957', 'kiln24', 9, 0, '312141781404175572', '1098556165328947450', NULL, 0, '[]', NULL);
INSERT INTO "invite_codes" VALUES ('1098541065832793957', 'tidewater', 41, 0, NULL, NULL, NULL, 1, '[]', NULL);
INSERT INTO "invite_credits" VALUES ('1098541065832793957', '1109130844571874076', '1109130844571874076', NULL);
INSERT INTO "invite_joins" VALUES ('1098541065832793957', '1109130844571874076', 'unknown', 'unknown', '1109130844571874076', '1', 1, 1, 1, 1);
INSERT INTO "leveling_changes" VALUES (1, '1098541065832793957', '1027180100323554479', 'set', '312141781404175572', 'mara.w', 1795335625990, 0, 150, NULL, 0);
INSERT INTO "leveling_members" VALUES ('1098541065832793957', '312141781404175572', 'mara.w', 'ae0417c3ad041630b0041ae9af041956', 1, 0, 0, 8, 8, 0, 0, 0);
INSERT INTO "leveling_members" VALUES ('1098541065832793957', '517734483889974308', 'wren', '5632a7b35532a6205832aad95732a946', 1, 0, 0, 2, 2, 0, 0, 0);
INSERT INTO "leveling_members" VALUES ('1098541065832793957', '797521320347872464', 'Oakley', '5668616755685fd45868648d576862fa', 1, 0, 0, 1, 1, 0, 0, 0);
INSERT INTO "leveling_members" VALUES ('1098541065832793957', '1027180100323554479', NULL, NULL, 1, 150, 0, 0, 0, 0, 0, 0);
INSERT INTO "leveling_role_runs" VALUES ('1098541065832793957', 'done', '1', '{"members":0,"given":0,"taken":0,"failed":0}', 1, 1);
INSERT INTO "leveling_voice" VALUES ('1098541065832793957', '1109130844571874076', 1);
INSERT INTO "moderation_channel_locks" VALUES ('1098541065832793957', '1098541065832793957', '[]', 1);
INSERT INTO "moderation_case_edits" VALUES (1, '1098541065832793957', 1, '312141781404175572', 'mara.w', 1795335625546, 'was loud');
INSERT INTO "moderation_case_numbers" VALUES ('1098541065832793957', 4);
INSERT INTO "moderation_cases" VALUES ('1098541065832793957', 1, NULL, 'warn', 'person', '695143728416993270', 'jun_tan', '517734483889974308', 'wren', NULL, NULL, NULL, NULL, 'was very loud', 1795335625396, NULL, 1, NULL, NULL, NULL, NULL);
INSERT INTO "moderation_cases" VALUES ('1098541065832793957', 2, NULL, 'timeout', 'person', '735103785371872867', 'ines.k', '517734483889974308', 'wren', NULL, NULL, NULL, NULL, 'was louder', 1795335625519, 1795594825509, 1, NULL, NULL, NULL, NULL);
INSERT INTO "moderation_cases" VALUES ('1098541065832793957', 3, NULL, 'lock', 'person', NULL, NULL, '312141781404175572', 'mara.w', '1098556165328947450', 'general', NULL, NULL, NULL, 1795335625626, NULL, 0, NULL, NULL, NULL, NULL);
INSERT INTO "moderation_cases" VALUES ('1098541065832793957', 4, NULL, 'unlock', 'person', NULL, NULL, '312141781404175572', 'mara.w', '1098556165328947450', 'general', NULL, NULL, NULL, 1795335625820, NULL, 0, NULL, NULL, NULL, NULL);
INSERT INTO "reputation_gifts" VALUES (1, '1098541065832793957', '1109130844571874076', '1109130844571874076', 1);
INSERT INTO "translation_done" VALUES ('1098541065832793957', '1098541065832793957', '1', 1);

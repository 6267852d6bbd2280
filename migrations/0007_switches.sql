-- The switches of invite tracking and flag translation leave the settings of 'general' for those of their own features.
INSERT INTO `settings` (`guild_id`, `feature`, `document`, `changed_at`)
SELECT `guild_id`, 'invites', json_object('tracking', `document` -> '$.inviteTracking'), `changed_at`
FROM `settings` WHERE `feature` = 'general' AND json_type(`document`, '$.inviteTracking') IS NOT NULL
ON CONFLICT (`guild_id`, `feature`) DO UPDATE SET `document` = json_set(`document`, '$.tracking', `excluded`.`document` -> '$.tracking');
--> statement-breakpoint
INSERT INTO `settings` (`guild_id`, `feature`, `document`, `changed_at`)
SELECT `guild_id`, 'translation', json_object('enabled', `document` -> '$.flagTranslation'), `changed_at`
FROM `settings` WHERE `feature` = 'general' AND json_type(`document`, '$.flagTranslation') IS NOT NULL
ON CONFLICT (`guild_id`, `feature`) DO UPDATE SET `document` = json_set(`document`, '$.enabled', `excluded`.`document` -> '$.enabled');
--> statement-breakpoint
UPDATE `settings` SET `document` = json_remove(`document`, '$.inviteTracking', '$.flagTranslation') WHERE `feature` = 'general';
--> statement-breakpoint
-- A change of several settings at once becomes one for each feature. The ids, which are the order, make room for that.
UPDATE `settings_history` SET `id` = -3 * `id`, `restores` = 3 * `restores`;
--> statement-breakpoint
UPDATE `settings_history` SET `id` = -`id`;
--> statement-breakpoint
INSERT INTO `settings_history` (`id`, `guild_id`, `feature`, `user_id`, `via`, `restores`, `at`, `changes`)
SELECT `id` + 1, `guild_id`, 'translation', `user_id`, `via`, `restores`, `at`, json_object('enabled', `changes` -> '$.flagTranslation')
FROM `settings_history` WHERE `feature` = 'general' AND json_type(`changes`, '$.flagTranslation') IS NOT NULL AND json_remove(`changes`, '$.flagTranslation') <> '{}';
--> statement-breakpoint
UPDATE `settings_history` SET `changes` = json_remove(`changes`, '$.flagTranslation')
WHERE `feature` = 'general' AND json_type(`changes`, '$.flagTranslation') IS NOT NULL AND json_remove(`changes`, '$.flagTranslation') <> '{}';
--> statement-breakpoint
UPDATE `settings_history` SET `feature` = 'translation', `changes` = json_object('enabled', `changes` -> '$.flagTranslation')
WHERE `feature` = 'general' AND json_type(`changes`, '$.flagTranslation') IS NOT NULL;
--> statement-breakpoint
INSERT INTO `settings_history` (`id`, `guild_id`, `feature`, `user_id`, `via`, `restores`, `at`, `changes`)
SELECT `id` + 2, `guild_id`, 'invites', `user_id`, `via`, `restores`, `at`, json_object('tracking', `changes` -> '$.inviteTracking')
FROM `settings_history` WHERE `feature` = 'general' AND json_type(`changes`, '$.inviteTracking') IS NOT NULL AND json_remove(`changes`, '$.inviteTracking') <> '{}';
--> statement-breakpoint
UPDATE `settings_history` SET `changes` = json_remove(`changes`, '$.inviteTracking')
WHERE `feature` = 'general' AND json_type(`changes`, '$.inviteTracking') IS NOT NULL AND json_remove(`changes`, '$.inviteTracking') <> '{}';
--> statement-breakpoint
UPDATE `settings_history` SET `feature` = 'invites', `changes` = json_object('tracking', `changes` -> '$.inviteTracking')
WHERE `feature` = 'general' AND json_type(`changes`, '$.inviteTracking') IS NOT NULL;

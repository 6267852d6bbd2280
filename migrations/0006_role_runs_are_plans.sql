INSERT INTO `plans` (`guild_id`, `feature`, `plan`, `state`, `cursor`, `paged`, `counts`, `started_at`, `finished_at`)
SELECT `guild_id`, 'leveling', 'roleRun', `state`, `cursor`, `state` <> 'running', `counts`, `started_at`, `finished_at` FROM `leveling_role_runs`;--> statement-breakpoint
UPDATE `jobs` SET `feature` = 'kernel', `job` = 'advancePlan',
  `key` = (SELECT CAST(`id` AS TEXT) FROM `plans` WHERE `plans`.`guild_id` = `jobs`.`guild_id` AND `plan` = 'roleRun'),
  `payload` = (SELECT json_object('planId', `id`) FROM `plans` WHERE `plans`.`guild_id` = `jobs`.`guild_id` AND `plan` = 'roleRun')
WHERE `feature` = 'leveling' AND `job` = 'roleRun' AND `guild_id` IN (SELECT `guild_id` FROM `plans`);--> statement-breakpoint
DROP TABLE `leveling_role_runs`;
ALTER TABLE `antinuke_recoveries` ADD `other_incidents` text;--> statement-breakpoint
UPDATE `antinuke_recoveries` SET `other_incidents` = (
  SELECT json_group_array(`number`) FROM `antinuke_incidents`
  WHERE `antinuke_incidents`.`guild_id` = `antinuke_recoveries`.`guild_id`
    AND `antinuke_incidents`.`number` <> `antinuke_recoveries`.`incident`
    AND `antinuke_incidents`.`decided_at` >= `antinuke_recoveries`.`started_at`
    AND `antinuke_incidents`.`state` <> 'undone'
    AND `antinuke_incidents`.`punishment` <> 'NONE'
) WHERE `incident` IS NOT NULL AND `state` NOT IN ('done', 'stopped');

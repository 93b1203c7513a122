//! Commands that show and set the rules of the game, using the names given to them by KataGo and
//! the KGS server. Changing the rules leaves the position unchanged.

use assembly::rules;
use engine::rules::Rules;
use protocol::{Arguments, Failure};

use crate::error::CommandError;
use crate::session::{Command, Session};

/// The rows of the command table for the commands in this module.
pub(super) const COMMANDS: &[Command] = &[
    Command::new("kata-get-rules", "", "shows the rules in force as a JSON object", get_rules),
    Command::new(
        "kata-set-rules",
        "RULES",
        "sets the rules by name or as a JSON object",
        set_rules,
    ),
    Command::new(
        "kata-set-rule",
        "KEY VALUE",
        "sets one rule by its key in the JSON object",
        set_rule,
    ),
    Command::new(
        "kgs-rules",
        "RULES [MORE]",
        "sets the rules: japanese, chinese, aga or new_zealand; further words are ignored",
        kgs_rules,
    ),
];

fn get_rules(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    arguments.finish()?;
    Ok(rules::to_json(session.game().rules()))
}

fn set_rules(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    // A name may contain spaces, and a JSON object contains quotation marks, so the rest of the
    // line is used unchanged.
    let rules = rules::parse(arguments.text())?;
    session.game_mut().set_rules(rules);
    Ok(String::new())
}

fn set_rule(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    let key = arguments.word("the name of a rule")?;
    let value = arguments.word("the value of the rule")?;
    arguments.finish()?;
    let rules = rules::with(session.game().rules(), key, value)?;
    session.game_mut().set_rules(rules);
    Ok(String::new())
}

fn kgs_rules(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    let expected = "japanese, chinese, aga or new_zealand";
    let preset = arguments.parsed(expected, |word| match word.to_ascii_lowercase().as_str() {
        "japanese" => Some("japanese"),
        "chinese" => Some("chinese-kgs"),
        "aga" => Some("aga"),
        "new_zealand" => Some("new-zealand"),
        _ => None,
    })?;
    // KGS reserves further arguments for future versions, so they are ignored.
    arguments.text();
    let rules = Rules::preset(preset).ok_or(Failure::Internal)?;
    session.game_mut().set_rules(rules);
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use engine::rules::Rules;

    use crate::test_player::Conversation;

    fn rules(talk: &Conversation) -> Option<Rules> {
        Some(talk.session.game().rules())
    }

    #[test]
    fn rules_are_set_by_name_by_object_and_one_by_one() {
        let mut talk = Conversation::new(9);
        talk.expect("play b D4", "=");
        talk.expect("komi 3.5", "=");
        talk.expect("kata-set-rules new zealand", "=");
        assert_eq!(rules(&talk), Rules::preset("new-zealand"));
        talk.expect("kata-set-rules Japanese", "=");
        let japanese = talk.ask("kata-get-rules");
        talk.expect("kata-set-rules tromp-taylor", "=");
        talk.expect("kata-set-rule suicide false", "=");
        talk.expect("kata-set-rule friendlyPassOk true", "=");
        talk.expect("kata-set-rule whiteHandicapBonus N", "=");
        assert_eq!(rules(&talk), Rules::preset("chinese"));
        talk.expect(&format!("kata-set-rules {japanese}"), "=");
        assert_eq!(rules(&talk), Rules::preset("japanese"));
        talk.expect("list_stones b", "= D4");
        talk.expect("get_komi", "= 3.5");
        for kept in ["clear_board", "boardsize 13"] {
            talk.expect(kept, "=");
            assert_eq!(rules(&talk), Rules::preset("japanese"));
        }
    }

    #[test]
    fn a_failure_leaves_the_rules_as_they_were() {
        let mut talk = Conversation::new(9);
        talk.expect("kata-set-rules aga", "=");
        for bad in [
            "kata-set-rules",
            "kata-set-rules aga-button",
            "kata-set-rules {\"ko\":\"SIMPLE\",\"tax\":\"ALL\"}",
            "kata-set-rules japanese chinese",
            "kata-set-rule",
            "kata-set-rule ko",
            "kata-set-rule ko SPIGHT",
            "kata-set-rule ko SIMPLE x",
            "kata-set-rule hasButton true",
            "kata-get-rules x",
            "kgs-rules",
            "kgs-rules ing",
        ] {
            talk.fails(bad);
            assert_eq!(rules(&talk), Rules::preset("aga"), "{bad}");
        }
        talk.expect("kata-set-rule hasButton false", "=");
    }

    #[test]
    fn the_server_has_its_own_words() {
        let mut talk = Conversation::new(19);
        for (word, preset) in [
            ("japanese", "japanese"),
            ("chinese", "chinese-kgs"),
            ("aga", "aga"),
            ("new_zealand", "new-zealand"),
        ] {
            talk.expect(&format!("kgs-rules {word}"), "=");
            assert_eq!(rules(&talk), Rules::preset(preset));
        }
    }

    #[test]
    fn the_rules_in_force_decide_about_the_next_move() {
        let mut talk = Conversation::new(5);
        for mv in ["B A1", "W A3", "W B2", "W B1"] {
            talk.expect(&format!("play {mv}"), "=");
        }
        talk.expect("play B A2", "? illegal move: suicide");
        talk.expect("kata-set-rule suicide true", "=");
        talk.expect("play B A2", "=");
        talk.expect("list_stones b", "=");
    }
}

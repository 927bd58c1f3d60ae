// The crate `diplomacy` by Ted Driggs for the interchange lines, movement phases only.
// In Cargo.toml: diplomacy = "0.2", serde_json = "1"; this file is src/main.rs.
use diplomacy::geo::{RegionKey, standard_map};
use diplomacy::judge::{MappedMainOrder, OrderState, Rulebook, Submission};
use diplomacy::{Command, ShortName, UnitPosition};
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use std::io::{BufRead, Write};

/// "F STP/SC S A MOS - LVN" as "f stp(sc) supports a mos -> lvn".
fn theirs(text: &str) -> String {
    let mut words = text.to_lowercase();
    if let (Some(first), Some(last)) = (words.find(" - "), words.rfind(" - "))
        && first != last
    {
        words = words[..first].to_string() + &words[last..] + " via"; // it reads no convoy routes: A LON - ENG - BEL
    }
    let words = words.split(' ').map(|word| match word {
        "-" => "->".into(),
        "s" => "supports".into(),
        "c" => "convoys".into(),
        "h" => "holds".into(),
        "via" => "via convoy".into(),
        _ => word
            .split_once('/')
            .map_or(word.to_string(), |(at, coast)| format!("{at}({coast})")),
    });
    words.collect::<Vec<String>>().join(" ")
}

/// The orders of all powers, each after its power: "FRANCE: a par -> bur".
fn all(asked: &Value) -> Vec<String> {
    let of_power = |(power, texts): (&String, &Value)| {
        let texts = texts.as_array().cloned().unwrap_or_default();
        texts
            .iter()
            .map(|text| format!("{power}: {}", theirs(text.as_str().unwrap_or(""))))
            .collect::<Vec<_>>()
    };
    asked
        .as_object()
        .map_or(vec![], |powers| powers.iter().flat_map(of_power).collect())
}

fn adjudicated(asked: &Value) -> Value {
    let start: Vec<UnitPosition<'static, RegionKey>> = all(&asked["units"])
        .iter()
        .flat_map(|text| text.parse())
        .collect();
    let unsupported = |why: &str| json!({"id": asked["id"], "unsupported": why});
    let mut ordered = HashSet::new();
    let mut orders: Vec<MappedMainOrder> = vec![];
    for text in all(&asked["orders"]) {
        let Ok(order) = text.parse::<MappedMainOrder>() else {
            return unsupported("an order that it cannot read");
        };
        let same = |unit: &UnitPosition<'static, RegionKey>| {
            (unit.nation(), unit.unit.unit_type(), &unit.region)
                == (&order.nation, order.unit_type, &order.region)
        };
        if !start.iter().any(same) {
            return unsupported("an order to a unit that is not there");
        }
        if !ordered.insert(order.region.clone()) {
            return unsupported("several orders to one unit");
        }
        orders.push(order);
    }
    let submission = Submission::new(standard_map(), &start, orders);
    let outcome = submission.adjudicate(Rulebook::default());
    let retreats = outcome.to_retreat_start();
    let (mut units, mut dislodged) = (Map::new(), Map::new());
    for order in submission.adjudicated_orders() {
        let moved = outcome
            .get(order)
            .is_some_and(|found| OrderState::from(found) == OrderState::Succeeds);
        let place = |region: &RegionKey| {
            region
                .short_name()
                .to_uppercase()
                .replace('(', "/")
                .replace(')', "")
        };
        let kind = order.unit_type.short_name().to_uppercase();
        let power = order.nation.short_name().to_string();
        if retreats.dislodged().contains_key(order) {
            let open = &retreats.retreat_destinations()[&order.unit_position()];
            let open: Vec<String> = open.available().into_iter().map(place).collect();
            let text = format!("{kind} {}", place(&order.region));
            dislodged.insert(text, json!({"power": power, "retreats": open}));
            continue;
        }
        let at = order.move_dest().filter(|_| moved).unwrap_or(&order.region);
        let list = units.entry(power).or_insert(json!([]));
        list.as_array_mut()
            .unwrap()
            .push(json!(format!("{kind} {}", place(at))));
    }
    json!({"id": asked["id"], "units": units, "dislodged": dislodged, "unreported": ["contested", "orders"]})
}

fn main() {
    for line in std::io::stdin().lock().lines() {
        let asked: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let known = asked["phase"] == "movement"
            && asked["map"].as_str().unwrap_or("standard") == "standard"
            && asked.get("civil_disorder").is_none()
            && asked.get("closed").is_none();
        let answer = if known {
            adjudicated(&asked)
        } else {
            json!({"id": asked["id"], "unsupported": "movement phases of the standard board only"})
        };
        println!("{answer}");
        std::io::stdout().flush().unwrap();
    }
}

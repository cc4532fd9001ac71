//! Penpa+: links with a drawing of a puzzle, of which only what makes a plain Sudoku is read.
//!
//! After `p=` comes base64 of deflated text. The first line has the kind of the board, its columns and rows with their
//! margins; the second the margins; the fourth the setter's layer, the fifth the solver's, both as an object with short
//! names. Points are numbered row by row with two columns more on either side: first the cells, then the corners at their
//! lower right.
//!
//! A drawing means what people agree on: black digits are givens, thick lines between cells are the edges of boxes, and
//! thermometers and cages with a sum are what they are called (`rules`). All that is drawn beside them would be guessed at,
//! so that it is named and the puzzle refused.

mod rules;

use super::coding::{Minus, base64, inflate};
use super::format::{Spec, Variants};
use super::links::{self, LARGEST, Link};
use super::sketch::{Content, Sketch};
use super::value::{Room, Value};
use super::{Field, assemble, variant};
use crate::board::{Invalid, Shape};

pub(super) const PENPA: Spec = Spec {
    link: Some(code),
    variants: Some(Variants::only_read(|text, options| {
        variant::of_sketch(links::code(text, code).and_then(|code| decode(&code, rules::add)), options)
    })),
    ..Spec::only_read("penpa", |text, options| decode(&links::code(text, code)?, add_drawn)?.read(options))
};

/// What a layer may hold beside digits and edges, by its short and long names.
const DRAWN: [(&str, &str, &str); 16] = [
    ("zS", "surface", "shading"),
    ("z1", "numberS", "small numbers"),
    ("zY", "symbol", "symbols"),
    ("zF", "freeline", "free lines"),
    ("z2", "freelineE", "free edges"),
    ("zT", "thermo", "thermometers"),
    ("z7", "nobulbthermo", "slow thermometers"),
    ("z3", "arrows", "arrows"),
    ("zD", "direction", "directions"),
    ("z0", "squareframe", "frames"),
    ("z5", "polygon", "polygons"),
    ("zL", "line", "lines"),
    ("zW", "wall", "walls"),
    ("z6", "killercages", "killer cages"),
    ("zC", "cage", "cages"),
    ("z4", "deletelineE", "edges taken away"),
];

/// How the program writes what would end a text about the puzzle, and the letter with which its short names begin.
const ESCAPED: [(&str, &str); 5] = [("%2C", ","), ("%2D", "\n"), ("%2E", "&"), ("%2F", "="), ("zZ", "z")];

/// What else a layer has: digits, edges, and what was done.
const OTHERS: [&str; 10] =
    ["zN", "number", "zE", "lineE", "zR", "zU", "z8", "command_redo", "command_undo", "command_replay"];

fn code<'a>(link: &Link<'a>) -> Option<&'a str> {
    let is_of_site = link.host.is_empty() || link.path.contains("penpa");
    link.parameter("p").filter(|code| is_of_site && link.parameter("m").is_some() && code.len() >= 16)
}

/// Adds the rules that are drawn in a layer.
type Taker = fn(&Value<'_>, &Points, &mut Sketch);

/// Names what is drawn.
fn add_drawn(layer: &Value<'_>, _: &Points, sketch: &mut Sketch) {
    for (short, long, name) in DRAWN {
        add_content(of_layer(layer, short, long), name, sketch);
    }
}

fn add_content(content: Option<&Value<'_>>, name: &str, sketch: &mut Sketch) {
    content.into_iter().for_each(|content| sketch.add_rule(format!("drawn {name}"), content));
}

fn of_layer<'a>(layer: &'a Value<'a>, short: &str, long: &str) -> Option<&'a Value<'a>> {
    layer.get(short).or_else(|| layer.get(long))
}

fn decode(code: &str, take: Taker) -> Result<Sketch, Invalid> {
    let broken = |message: String| links::broken("Penpa+", message);
    let data = base64(code, Minus::Last).map_err(broken)?;
    let text = inflate(&data, LARGEST).map_err(broken)?;
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    let header: Vec<&str> = lines.first().unwrap_or(&"").split(',').collect();
    let number = |place: usize| header.get(place)?.parse().ok().filter(|number: &usize| *number <= 2 * Shape::MAX_SIDE);
    let (Some(columns), Some(rows), true) = (number(1), number(2), lines.len() > 3) else {
        return Err(broken("its text is not that of a puzzle".to_owned()));
    };
    if !matches!(header[0], "square" | "sudoku") {
        let kind: String = header[0].chars().take(20).collect();
        return Err(assemble::syntax(format!("a Penpa+ board of another kind: {}", kind.escape_debug())));
    }
    let mut rooms = [lines[1], lines[3], lines.get(4).copied().unwrap_or_default()].map(Room::of);
    let [margins, setter, solver] = &mut rooms;
    let margins = Value::read_loosely(lines[1], margins)?;
    let margin = |place: usize| margins.values().get(place).and_then(Value::number).unwrap_or(0);
    let inner = |all: usize, before: usize, after: usize| all.checked_sub(before)?.checked_sub(after);
    let (width, height) = (inner(columns, margin(2), margin(3)), inner(rows, margin(0), margin(1)));
    // A list of the cells that belong to the board, from which some may be taken away.
    let cells = lines.get(5).map(|line| line.split(',').count());
    let is_whole = |side: &usize| height == width && cells.is_none_or(|cells| cells == side * side);
    let Some(side) = width.filter(|side| (1..=Shape::MAX_SIDE).contains(side) && is_whole(side)) else {
        let message = format!("a board of {rows} rows and {columns} columns that is not a whole square");
        return Err(assemble::syntax(message));
    };
    let points = Points { width: columns + 4, height: rows + 4, top: margin(0) + 2, left: margin(2) + 2, side };
    let setter = Value::read_loosely(lines[3], setter)?;
    let solver = lines.get(4).map(|line| Value::read_loosely(line, solver));
    if !matches!(setter, Value::Object(_)) {
        return Err(broken(format!("the setter's layer is {}", setter.kind())));
    }
    let mut sketch = Sketch::new(side, side);
    // A layer of a solver that is no object is not there.
    if let Some(Ok(solver)) = &solver {
        digits(solver, &points, false, &mut sketch);
    }
    digits(&setter, &points, true, &mut sketch);
    edges(&setter, &points, &mut sketch);
    take(&setter, &points, &mut sketch);
    let is_known =
        |name: &str| OTHERS.contains(&name) || DRAWN.iter().any(|(short, long, _)| [*short, *long].contains(&name));
    for (name, content) in setter.members().iter().filter(|(name, _)| !is_known(name)) {
        sketch.add_unknown(name, content);
    }
    let about = [("Title:", Field::Description), ("Author:", Field::Author), ("", Field::Url), ("", Field::Comment)];
    for ((label, field), text) in about.into_iter().zip(header.iter().skip(15)) {
        let text = text.trim();
        let mut text = text.strip_prefix(label).unwrap_or(text).trim().to_owned();
        ESCAPED.iter().for_each(|(escaped, plain)| text = text.replace(escaped, plain));
        sketch.add_field(field, Some(&Value::Text(text.into())));
    }
    Ok(sketch)
}

/// The numbers of the points of a board.
struct Points {
    /// The points of a row and of a column, with the margins of every board.
    width: usize,
    height: usize,
    /// The points before the board's first.
    top: usize,
    left: usize,
    side: usize,
}

impl Points {
    /// The cell that a point is, if it lies on the board.
    fn cell(&self, point: usize) -> Option<usize> {
        let row = (point / self.width).checked_sub(self.top)?;
        let column = (point % self.width).checked_sub(self.left)?;
        (row < self.side && column < self.side).then_some(row * self.side + column)
    }

    /// The cell that a point in one of its quarters is of, and which quarter: of the upper ones first the left one.
    fn quarter(&self, point: usize) -> Option<(usize, usize)> {
        let place = point.checked_sub(4 * self.width * self.height)?;
        Some((self.cell(place / 4)?, place % 4))
    }

    /// How many rows and columns of the board lie before a corner, if it lies on the board or its edge.
    fn corner(&self, point: usize) -> Option<(usize, usize)> {
        let point = point.checked_sub(self.width * self.height)?;
        let row = (point / self.width + 1).checked_sub(self.top)?;
        let column = (point % self.width + 1).checked_sub(self.left)?;
        (point < self.width * self.height && row <= self.side && column <= self.side).then_some((row, column))
    }
}

fn is_object(value: &Value<'_>) -> bool {
    matches!(value, Value::Object(_))
}

/// Takes the digits of a layer: plain ones, in the cells of the board.
fn digits(layer: &Value<'_>, points: &Points, is_given: bool, sketch: &mut Sketch) {
    let numbers = layer.get("zN").or_else(|| layer.get("number"));
    if is_given && let Some(other) = numbers.filter(|numbers| !is_object(numbers)) {
        sketch.add_rule("numbers that are not digits in cells", other);
    }
    for (point, content) in numbers.map_or(&[][..], Value::members) {
        let cell = point.parse().ok().and_then(|point| points.cell(point));
        let part = |i: usize| content.values().get(i).and_then(Value::word);
        let digit = part(0);
        // The kinds of digits that differ in their size only.
        let is_plain = matches!(part(2), Some("1" | "6" | "10"));
        match (cell, digit) {
            // Not on this board, and no blank.
            (Some(_), Some("0")) if is_given => sketch.add_rule("the digit 0", content),
            // The colours that have a circle.
            (Some(_), _) if is_given && matches!(part(1), Some("5" | "6" | "7" | "11")) => {
                sketch.add_rule("drawn circles", content);
            }
            (Some(cell), Some(digit)) if is_plain => sketch.cells[cell] = Content::of(digit, is_given),
            _ if !is_given => sketch.leave_out("notes of the solver"),
            (None, _) => sketch.add_rule("numbers beside the board", content),
            (Some(_), _) => sketch.add_rule("numbers that are not digits in cells", content),
        }
    }
}

/// Takes the thick lines between cells: the regions are what they part. Without any nothing is known about them.
fn edges(layer: &Value<'_>, points: &Points, sketch: &mut Sketch) {
    let side = points.side;
    let edges = layer.get("zE").or_else(|| layer.get("lineE"));
    if let Some(other) = edges.filter(|edges| !is_object(edges)) {
        sketch.add_rule("drawn lines", other);
    }
    // Whether there is a line to the right of a cell, and below it.
    let mut walls = vec![[false; 2]; side * side];
    let mut has_walls = false;
    for (name, style) in edges.map_or(&[][..], Value::members) {
        let ends = name.split_once(',').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        let corners = ends.and_then(|(a, b)| Some((points.corner(a)?, points.corner(b)?)));
        let place = corners.and_then(|((row, column), (next, beside))| {
            match (next.checked_sub(row), beside.checked_sub(column)) {
                (Some(1), Some(0)) => Some((row, column, 0)),
                (Some(0), Some(1)) => Some((row, column, 1)),
                _ => None,
            }
        });
        match (place, style.number()) {
            (Some((row, column, 0)), Some(2 | 21)) if column % side > 0 => walls[row * side + column - 1][0] = true,
            (Some((row, column, 1)), Some(2 | 21)) if row % side > 0 => walls[(row - 1) * side + column][1] = true,
            (Some(_), Some(2 | 21)) => continue,
            _ => {
                sketch.add_rule("drawn lines", style);
                continue;
            }
        }
        has_walls = true;
    }
    if has_walls {
        sketch.regions = Some(parted(&walls, side));
    }
}

/// The regions of cells with lines to the right of some and below some.
fn parted(walls: &[[bool; 2]], side: usize) -> Vec<Option<usize>> {
    let mut regions: Vec<Option<usize>> = vec![None; walls.len()];
    let mut waiting = Vec::new();
    for start in 0..walls.len() {
        if regions[start].is_none() {
            regions[start] = Some(start);
            waiting.push(start);
        }
        while let Some(cell) = waiting.pop() {
            let (row, column) = (cell / side, cell % side);
            let neighbours = [
                (column + 1 < side && !walls[cell][0]).then_some(cell + 1),
                (row + 1 < side && !walls[cell][1]).then_some(cell + side),
                (column > 0 && !walls[cell.saturating_sub(1)][0]).then(|| cell - 1),
                (row > 0 && !walls[cell.saturating_sub(side)][1]).then(|| cell - side),
            ];
            for neighbour in neighbours.into_iter().flatten() {
                if regions[neighbour].is_none() {
                    regions[neighbour] = Some(start);
                    waiting.push(neighbour);
                }
            }
        }
    }
    regions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{ReadOptions, line, read, read_variant};
    use crate::variant::{Constraint, Kind};

    const SMALL: &str = "https://swaroopg92.github.io/penpa-edit/#m=edit&p=VY/BCsIwDIbve4oR8JZDk07ZehPRo8L0NoaIThQ7B9YhbMxnN63zIGkgfP2T/HHtqbm1OJXQKSokCZ2qkGniHwn1fHd92srE2/pgLc7b56V5mLiuEPPm5Sa8iI+Nbeu7w81qheeDdVVUUOhUZVQAAQJLEpRvcGErvAPOyqjvctN3e1OUA3Zr04NWYMInhQ6EWQDJD4hsKTJSGokYDAslRmL61ix3+Bm+1uJBZ6MmE83IWf3reZzDfo6WWpbsxBJ2W9MPg5gMzsgbkUv4a2T4AA==";
    const WITH_THERMOMETER: &str = "m=solve&p=VZDBasMwDIbveYog2E0HS+pG4tsY7Wls0PUyjCklzVips0DdMEhIn32ylx2GLBCf/1+SHYdjfx7wXkMqNEgaUpmc1SodUpr47nQNrS3fukMI+DhcP/uLLbsWcdt/xzt+Kps+DN1XxNfNBj8OIbaFo+w0vnBAgMCaBP4GMU+FW8a1L6Zxa6dxb52fcXyxE4gBmy8pOxAeMlj9AZWtVUZGkIjBslJiJKbfmvUdqUeqRXeQetHUqlk4m/96Xvpw6iNa65CddU70R9h7HN/TYmpwgtCcLk1o98+A7Oe5mOYf";
    const HALVES: &str = "m=edit&p=JY7NCsIwEITveYqy4G0P2USh5iZijwrqrfRQtKKYGjANQkP67G5TZgc+hv3z4e7eATcsXaJEYulSZpfruYjTOb++BtuZ4tK31uIuDE/3NUXfIZ7dz6/Uvrg5G/qPx1NV4aO1vhM15UnZiBoIEBSboJnA56sw5XjbiDgeTUw4HkwEkhqJFBjFzaSQFC2s+DctF9a8V2+ZUxIx/QE=";

    #[test]
    fn givens_and_boxes() {
        let record = read(SMALL, &ReadOptions::default()).unwrap();
        assert_eq!(line::write(&record.puzzle, &record.symbols), "12.............4");
        assert_eq!((record.puzzle.givens().count(), record.puzzle.placed().count()), (2, 1));
        let fields: Vec<(Field, &str)> = record.fields.iter().map(|(field, text)| (*field, text.as_str())).collect();
        assert_eq!(fields, [(Field::Author, "me"), (Field::Description, "Small"), (Field::Comment, "Rows, columns"),]);
        let message = |text: &str| read(text, &ReadOptions::default()).unwrap_err().to_string();
        assert_eq!(message(WITH_THERMOMETER), "rules that are not supported: drawn symbols, drawn thermometers");
        assert_eq!(message(HALVES), "rules that are not supported: irregular regions");
    }

    const WITH_RULES: &str = "m=edit&p=XYwxC8IwEIX3/oqS+Q25JLa5bCI66qBb6CBYUUwR1IJU+t+9WHGQB8f33t29e3+4Xno4kfXQIJH+0+78SG0ot90+Jcz7x+l6C2XXAtisVjju070t4ve4KZ7Fa1iHl7KVClGRkkKZzYiBcmp8jksnec52IUZn4GzTYKjEkAdxNovpGtawCqQhhmGtyUYel7KuZ/BWBQPlGawnsmD6EOsfEZh/ZCZikK4nNOBcM47FGw==";
    const WITHOUT_SUM: &str = "m=edit&p=XYwxC8IwEIX3/IqS+Q25RG0um4gddbBb6CBYUUwp2Bakpf/dtJUO8sHxPe7uNd2tfnXYRIyFAkXUH/mzDaVLLtU1BOy79lG/XVKVAM5Zhvs1NKXwv+NCfMTQn9wwoqd55s4X6HfOe7IgLmI4uEEabWE0S0cKMTCM0VOIH8e4TrewRjoNaRmsFjNgmo3VagTm1fRiDFLpoho81Yyj+AI=";
    const WITH_LETTER: &str = "m=edit&p=XYyxCsIwGIT3PEXJfEP+RG3+bCJ21MFuIUPBimJLwbZQWvruRisd5Jbvjo9r+2vz7LGJMRYKFKP+kj+6qnTJpS6qCvu+uzcvl9QlgHOW4VZUbSn8Tw5iENN4ctOMkdwkjbbSeTlIUIhT7nzAuHPekwVxiOWwWDBspCMVpWNc0i1s7BrSMlgtZMD0JVYrEZhX0gsxSKULanxu9TyLNw==";

    #[test]
    fn thermometers_and_cages() {
        let found = |text: &str| read_variant(text, &ReadOptions::default());
        let puzzle = found(WITH_RULES).unwrap().puzzle;
        let cage = Constraint::new(Kind::Cage).cells([0, 1]).value(4);
        assert_eq!(puzzle.constraints, [Constraint::new(Kind::Thermo).cells([12, 13]), cage]);
        assert_eq!((puzzle.givens[10], puzzle.regions.len()), (Some(1), 4));
        let message = |text: &str| found(text).unwrap_err().to_string();
        assert_eq!(message(WITH_THERMOMETER), "rules that are not supported: drawn symbols");
        assert_eq!(message(WITHOUT_SUM), "rules that are not supported: drawn killer cages without a sum");
        assert_eq!(message(WITH_LETTER), "rules that are not supported: drawn small numbers, drawn cages");
        let classic = read(WITH_RULES, &ReadOptions::default()).unwrap_err().to_string();
        assert!(classic.starts_with("rules that are not supported: drawn small numbers, drawn thermometers"));
    }

    /// Cages, lines and numbers in another form than the program writes; a layer that is a list.
    #[test]
    fn other_forms_are_refused() {
        for (text, message) in [
            (
                "m=edit&p=Ky4sTSxK1THRMeGKNtABw1iu6FiuaqWSjNSi3Hwlq+hoQwsdQ8vYWB2l7MycnNSi5MT01GIlq2qlCqCkoUVsbS0A",
                "not supported: drawn killer cages",
            ),
            (
                "m=edit&p=Ky4sTSxK1THRMeGKNtABw1iu6FiuaqWSjNSi3Hwlq+hoQwsdQ8vYWB2lnMy8VFegiGFsLQA=",
                "not supported: drawn lines",
            ),
            (
                "m=edit&p=Ky4sTSxK1THRMeGKNtABw1iu6FiuaqWSjNSi3Hwlq+hoQwsdQ8vYWB2lvNLcpNQioJCSqVJsLQA=",
                "not supported: numbers that are not digits",
            ),
            ("m=edit&p=Ky4sTSxK1THRMeGKNtABw1iuaCAy1DGKBQA=", "the setter's layer is an array"),
        ] {
            let found = read_variant(text, &ReadOptions::default()).unwrap_err().to_string();
            assert!(found.contains(message), "{found}");
        }
    }

    /// Givens 1 and, in the middle of the upper left box: a 0; a 2 in a circle. Then a board without its last cell, and a layer with
    /// something that has a new name.
    const OTHERWISE: [(&str, &str); 4] = [
        (
            "m=edit&p=pZJNSwMxEIbv/RWS8xwyye7OTG7Fr4sWqhWRZfGioCgUtL1k6X93dpK2HgQRyebdZ5P5YmY/t0/rty00uiKDB5yWeNsxTI+va/W6eX9OJzDfbl7WHwqzvl4NszFLykvIl6l36MAF3egGyMs05uuUF7ud2tzox2Pqhx3kuyPyEW/TqLpIo0N2JRSWQC7QdOD3B2qGZvxgemEaTFcaC3I0PTP1pq3pldmcawqKQI1LARw1QG2hFqgr1AGREQuIN9KWCBZCkFAogEQj9C2g7yp3ylSZlLkyK0vJEIFLNEZgOeQqXjI5HYrikoLj9wKKi8ghExFwceF2X5VEvcaaHGty7cC99eHUtDHtrD80TeJPs/r/KH4tp0cuPya0P7+HLw==",
            "rules that are not supported: the digit 0",
        ),
        (
            "m=edit&p=pZJNS8QwEIbv+ysk5zlkkraZyU38uujC6opIKV4UFIUF3b2k9L87nYm7HgQRSfP2aTJfzPRj97h53UEjKxJ4wHmx1x3D/Pi61i/bt6d8BMe77fPmXWDR16thMRbOZQXlIvcOHbggG90AZZXHcpXLcprE5lo+HnI/TFBuD0gHvMmj6DKPDslZKLRALqT5QOJ2eiBmqMb3queqQXUtsaBE1VNVr9qqXqrNmaRIEVLjcgCXGkitUQupM+ogJSViYK8kLWE0QuBgFICjEvoW0HeVO+FUOQlTZRJmyxCBLBohEO9zmRfPTvuiyFJQ/F6AuTDvM6UEZC7UflXFUa6xJseaXDpwp304UW1UO+1Pmifxp1n9fxS/ltMj2Y8J7c/v4RM=",
            "rules that are not supported: drawn circles",
        ),
        (
            "m=edit&p=pZJNS8QwEIbv+ysk5zlkkqaZyU38uujC6opIKV4UFIUF3V5S+t+dTmLXgyAi07x92sl8MMnH8Lh7HaAR8wQWcDa2urybH1tt+7J/e0pHcDzsn3fvAquuuvrVmDnlDeSL1Bk0YJwsND3kTRrzVcrraZI91/LxkLp+gnx7QDrgTRpF12k0SKakQk0kf1F996rnqk51K6GQveqpqlUNqpe650wyRg+xMcmBiQ3EUChAbAu1EKMSMbBVkgkwFkJgV8gBeyW0AdC2lVvhWDkKU2US5lLBA5VshEC81CpRPActTVEpQf57AyWEeakUI1AJofDVFXtxYy2OtbhM4E7ncKLaqLY6nzgP/k9H8/+j+LWdDqncQwg/vftP",
            "a board of 4 rows and 4 columns that is not a whole square",
        ),
        (
            "m=edit&p=pZJNS8QwEIbv+ysk5zlkkraZyU38uujC6opIKV5cUFxcWLcIKf3vTidx14Mgskzz9mkn88EkH/3z5q2HSswTWMDJ2OrybnpsseXrbr2KJ3Da7142W4FZW1zdbEgc0wLSVWwNGjBOFpoO0iIO6Sam+TjKnlv5eIptN0K6PyAd8C4OovM4GCSTU6Emkr+ovkfVS1WnupRQSF71XNWq1qrXuudCMgYPoTLRgQkVhDpTDaHJ1EAISsTAVkkmwJgJgV0mB+yV0NaAtincCIfCQZgKkzDnCh4oZyME4n2tHMVT0L4pyiXI/2wghzDvK4UAlEOo/u6KvbixFMdSXCbwoHM4U61UG51PmNS8rz63/XolI28RXNf977COP5w/GhxnLVK+mVD//u6+AA==",
            "rules that are not supported: 'newrule'",
        ),
    ];
    const TEXTS: &str = "m=edit&p=pZJLS8NAEMfv/RRhIbcp7Owm2cdN+vCiLdUWsSFI1VKLpQVtETb0uzuZja0HQUQ2888v2Xkxu++H593rATJa2oIEbJaTbFo1j2zXdL3fLH0yX6+6Yb5YpaqXoJQpXBz2L7s3n4T5mAxgvF0m3WSz3i5T1d9/7BrHRaqGj0mqBslTp2wTVp06OB8mEC59KVCAUGQoKggTX4drH0bHI/nc0MeDL6sjhNkZ7RlvfU068rVAK2Iq5ET0F3nvnnXIqlinFApBs/ZZJWvOesU+A8poNJhMeAXCZGDySDmYIlIBxjBZB04y0dwcRkJwKpICp5lQ5oCyaLkgNi0bYtuyJXaxggYbs1kE6061YpRrgk5N2VjC6u8NxBDnTpWMARtDbP7VldO0jW1xbIvTBO54Dj3WjLXg+Zhm8H86mv8fxa/tlGjj7YX853f1CQ==";

    /// What would be another puzzle without something that is drawn is refused.
    #[test]
    fn nothing_is_left_out() {
        for (text, message) in OTHERWISE {
            assert_eq!(read(text, &ReadOptions::default()).unwrap_err().to_string(), message);
            assert_eq!(read_variant(text, &ReadOptions::default()).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn texts_are_as_written() {
        let record = read(TEXTS, &ReadOptions::default()).unwrap();
        let fields = [Field::Description, Field::Author, Field::Comment].map(|field| record.fields[&field].as_str());
        assert_eq!(fields, ["Zig-zag, 100%", "zO z", "One - line\ntwo, a=b & c"]);
    }

    #[test]
    fn damaged_links_are_refused() {
        let start = SMALL.find("p=").unwrap() + 2;
        for length in (start + 16..SMALL.trim_end_matches('=').len() - 1).step_by(7) {
            let message = read(&SMALL[..length], &ReadOptions::default()).unwrap_err().to_string();
            assert!(message.starts_with("this Penpa+ link cannot be read: its data ends early"), "{message}");
        }
    }
}

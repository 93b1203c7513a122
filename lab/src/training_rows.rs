//! `mengxi rows`: labelled games as rows of numbers, from which a network is trained.
//!
//! A row is a position: the inputs that a network is given in play, made by the same code, and what
//! the label says. The files are safetensors, which Python reads without any of this program's code.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use assembly::output_file::OutputFile;
use assembly::values::{self, expecting};
use clap::Args;
use engine::rules::Rules;
use engine::vocabulary::{BoardSize, Color};
use network::inputs::{GLOBALS, InputMaker, Inputs, PLANES};
use playouts::game_files::{self, FoundGame};
use playouts::labels::{Label, LabelledGame};
use safetensors::Dtype;
use safetensors::tensor::TensorView;

use crate::learn::names;
use crate::long_tasks::naming;

/// The input and output of the task `rows`.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct RowsOptions {
    /// Labelled games (.jsonl.gz), or folders of them.
    #[arg(required = true)]
    pub games: Vec<PathBuf>,

    /// Folder for the rows, which is new or empty.
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,

    /// Number of rows in a file; the last file of each size has the rest.
    #[arg(long, value_name = "N", default_value = "65536", value_parser = expecting(values::count::<NonZeroUsize>))]
    pub rows: NonZeroUsize,
}

/// Whether the planes of the current area assume that suicide is legal, which networks trained from
/// rows say of themselves.
const AREA_ASSUMES_SUICIDE: bool = false;

/// The owner of a point that the label does not name.
const UNKNOWN: i8 = i8::MIN;

/// Writes the rows of all labelled games, those of each size of board to files of their own, and a
/// summary to `output`.
///
/// # Errors
/// If a file cannot be read or written, the folder has something in it, there are no labelled
/// games, or a board is too small or too large for networks.
pub fn write(asked: &RowsOptions, output: &mut dyn Write) -> io::Result<()> {
    let folder = &asked.out;
    make_folder(folder).map_err(|error| naming(folder, &error))?;
    let mut sizes: BTreeMap<String, Rows> = BTreeMap::new();
    let mut result = Ok(());
    game_files::read(&asked.games, |path, game| {
        if let (FoundGame::Labelled(game), Ok(())) = (game, &result) {
            let rows = Rows::of_size(&mut sizes, game.record.size);
            let added = rows.and_then(|rows| rows.add_game(&game, folder, asked.rows));
            result = added.map_err(|error| naming(path, &error));
        }
    })?;
    result?;
    if sizes.is_empty() {
        let problem = format!("labelled games were expected in {}", names(&asked.games));
        return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
    }
    sizes.values_mut().try_for_each(|rows| rows.write(folder))?;
    for rows in sizes.values() {
        let Rows { size, games, written, .. } = rows;
        writeln!(output, "{size}: {games} games, {written} rows in {}", folder.display())?;
    }
    Ok(())
}

/// Makes a folder that is new or empty.
fn make_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    match fs::read_dir(folder)?.next() {
        None => Ok(()),
        Some(_) => Err(io::Error::new(io::ErrorKind::AlreadyExists, "expected an empty folder")),
    }
}

/// The number of bytes for the planes of a position.
fn plane_bytes(size: BoardSize) -> usize {
    (PLANES * size.area()).div_ceil(8)
}

/// Rows of positions on boards of one size, and how many of them have been written.
struct Rows {
    size: BoardSize,
    maker: InputMaker,
    games: usize,
    files: usize,
    written: usize,
    pending: Columns,
}

/// What rows hold, from the perspective of the player to move. Points are row by row from the top
/// left.
#[derive(Default)]
struct Columns {
    count: usize,
    /// The planes, one after another, each with a bit for each point; the lowest bit comes first.
    planes: Vec<u8>,
    /// The global inputs.
    globals: Vec<f32>,
    /// The probability of each move and of a pass, in ten-thousandths.
    policy: Vec<u16>,
    /// The probability of winning.
    win: Vec<f32>,
    /// The lead in points.
    lead: Vec<f32>,
    /// The lead at the end of the game, in points.
    final_lead: Vec<f32>,
    /// The owner of each point, from -9 for the opponent to 9.
    ownership: Vec<i8>,
    /// The owner of each point at the end of the game.
    final_ownership: Vec<i8>,
}

impl Rows {
    /// The rows of this size among all.
    fn of_size(all: &mut BTreeMap<String, Self>, size: BoardSize) -> io::Result<&mut Self> {
        let place = match all.entry(size.to_string()) {
            Entry::Occupied(known) => return Ok(known.into_mut()),
            Entry::Vacant(place) => place,
        };
        let maker = InputMaker::new(size)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.to_string()))?;
        let pending = Columns::default();
        Ok(place.insert(Self { size, maker, games: 0, files: 0, written: 0, pending }))
    }

    /// Adds the positions of a game on a board of this size, and writes a file when there are
    /// `most` rows.
    fn add_game(
        &mut self,
        game: &LabelledGame,
        folder: &Path,
        most: NonZeroUsize,
    ) -> io::Result<()> {
        let mut state = game.record.start(Rules::default()).map_err(io::Error::other)?;
        self.games += 1;
        for ((color, mv), label) in game.record.turns().zip(&game.labels) {
            self.pending.add_inputs(self.maker.make(&state, color, AREA_ASSUMES_SUICIDE));
            self.pending.add_label(self.size, color, label, &game.end);
            if self.pending.count >= most.get() {
                self.write(folder)?;
            }
            state.play_as_recorded(color, mv).map_err(io::Error::other)?;
        }
        Ok(())
    }

    /// Writes the rows that have not been written to a file.
    fn write(&mut self, folder: &Path) -> io::Result<()> {
        let count = self.pending.count;
        if count == 0 {
            return Ok(());
        }
        let pending = std::mem::take(&mut self.pending);
        let path = folder.join(format!("{}-{:04}.safetensors", self.size, self.files));
        let failed = |error: io::Error| naming(&path, &error);
        let file = OutputFile::create(&path).map_err(failed)?;
        file.write(&pending.file(self.size).map_err(failed)?).map_err(failed)?;
        self.files += 1;
        self.written += count;
        Ok(())
    }
}

impl Columns {
    fn add_inputs(&mut self, inputs: &Inputs) {
        let (start, area) = (self.planes.len(), inputs.size.area());
        self.planes.resize(start + plane_bytes(inputs.size), 0);
        let (points, _) = inputs.planes.as_chunks::<PLANES>();
        for (point, planes) in points.iter().enumerate() {
            for (plane, _) in planes.iter().enumerate().filter(|(_, value)| **value != 0.0) {
                let bit = plane * area + point;
                if let Some(byte) = self.planes.get_mut(start + bit / 8) {
                    *byte |= 1 << (bit % 8);
                }
            }
        }
        self.globals.extend_from_slice(&inputs.globals);
        self.count += 1;
    }

    fn add_label(&mut self, size: BoardSize, color: Color, label: &Label, end: &Label) {
        let area = size.area();
        let start = self.policy.len();
        self.policy.resize(start + area + 1, 0);
        for &(mv, probability) in &label.policy {
            let index = mv.vertex().map_or(area, |vertex| vertex.index(size));
            if let Some(place) = self.policy.get_mut(start + index) {
                *place = probability;
            }
        }
        let is_white = color == Color::White;
        let lead = |label: &Label| -color.sign() * label.white_lead() as f32;
        let win = label.white_win_rate() as f32;
        self.win.push(if is_white { win } else { 1.0 - win });
        self.lead.push(lead(label));
        self.final_lead.push(lead(end));
        for (owners, rows) in
            [(&label.owners, &mut self.ownership), (&end.owners, &mut self.final_ownership)]
        {
            let owner = |point: usize| {
                owners.get(point).map(|&owner| if is_white { owner } else { -owner })
            };
            rows.extend((0..area).map(|point| owner(point).unwrap_or(UNKNOWN)));
        }
    }

    /// The file with these rows.
    fn file(self, size: BoardSize) -> io::Result<Vec<u8>> {
        let floats = |values: &[f32]| values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let signed =
            |values: &[i8]| values.iter().map(|value: &i8| value.cast_unsigned()).collect();
        let (area, bytes) = (size.area(), plane_bytes(size));
        let policy = self.policy.iter().flat_map(|value| value.to_le_bytes()).collect();
        let tensors: [(&str, Dtype, usize, Vec<u8>); 8] = [
            ("planes", Dtype::U8, bytes, self.planes),
            ("globals", Dtype::F32, GLOBALS, floats(&self.globals)),
            ("policy", Dtype::U16, area + 1, policy),
            ("win", Dtype::F32, 1, floats(&self.win)),
            ("lead", Dtype::F32, 1, floats(&self.lead)),
            ("final_lead", Dtype::F32, 1, floats(&self.final_lead)),
            ("ownership", Dtype::I8, area, signed(&self.ownership)),
            ("final_ownership", Dtype::I8, area, signed(&self.final_ownership)),
        ];
        let mut views = BTreeMap::new();
        for (name, kind, width, data) in &tensors {
            let view = TensorView::new(*kind, vec![self.count, *width], data);
            views.insert(*name, view.map_err(io::Error::other)?);
        }
        // One key, because several would be in the file in any order.
        let metadata = [("size".to_owned(), size.to_string())].into();
        safetensors::serialize(views, Some(metadata)).map_err(io::Error::other)
    }
}

#[cfg(test)]
mod tests {
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use safetensors::SafeTensors;

    use super::*;

    /// A game on 3x3, in which White answers Black's move in the middle with a pass.
    const GAME: &str = r#"{"size": 3, "komi": 2.5, "rules": "japanese", "moves": [4, 9, 1],
        "labels": [{"p": [[4, 9000], [1, 1000]], "w": 2500, "l": -65},
                   {"p": [[9, 10000]], "w": 1000, "l": -65, "o": [-9, -9, -9, -9, -9, -9, -9, 0, 5]},
                   {"p": [[9, 7000]], "w": 0, "l": -65}],
        "final": {"w": 0, "l": -70, "o": [-9, -9, -9, -9, -9, -9, -9, -9, -9]}}"#;
    /// A game on a board of another size.
    const OTHER: &str = r#"{"width": 4, "height": 2, "komi": 0, "moves": [0],
        "labels": [{"p": [[0, 10000]], "w": 5000, "l": 0}],
        "final": {"w": 0, "l": 0, "o": [0, 0, 0, 0, 0, 0, 0, 0]}}"#;

    fn write_games(path: &Path, games: &[&str]) {
        let mut file = GzEncoder::new(fs::File::create(path).unwrap(), Compression::fast());
        games.iter().for_each(|game| writeln!(file, "{}", game.replace('\n', " ")).unwrap());
        file.finish().unwrap();
    }

    fn ask(folder: &Path, games: &[&str], rows: &str) -> (RowsOptions, io::Result<String>) {
        let path = folder.join("games.jsonl.gz");
        write_games(&path, games);
        let asked = RowsOptions {
            games: vec![path],
            out: folder.join("rows"),
            rows: rows.parse().unwrap(),
        };
        let mut output = Vec::new();
        let result = write(&asked, &mut output);
        (asked, result.map(|()| String::from_utf8(output).unwrap()))
    }

    fn floats(tensors: &SafeTensors<'_>, name: &str) -> Vec<f32> {
        let (floats, _) = tensors.tensor(name).unwrap().data().as_chunks::<4>();
        floats.iter().map(|float| f32::from_le_bytes(*float)).collect()
    }

    #[test]
    fn rows_are_what_a_network_sees_and_what_the_label_says() {
        let folder = tempfile::tempdir().unwrap();
        let (asked, output) = ask(folder.path(), &[GAME, OTHER], "2");
        let output = output.unwrap();
        assert!(output.contains("3x3: 1 games, 3 rows") && output.contains("4x2: 1 games, 1 rows"));
        let names = ["3x3-0000", "3x3-0001", "4x2-0000"];
        let files = names.map(|name| fs::read(asked.out.join(format!("{name}.safetensors"))));
        let files = files.map(Result::unwrap);
        let [first, second, other] =
            files.each_ref().map(|file| SafeTensors::deserialize(file).unwrap());
        let (_, metadata) = SafeTensors::read_metadata(&files[0]).unwrap();
        assert_eq!(*metadata.metadata(), Some([("size".to_owned(), "3x3".to_owned())].into()));
        assert_eq!(first.tensor("planes").unwrap().shape(), [2, 25]);
        assert_eq!(other.tensor("policy").unwrap().shape(), [1, 9]);
        let game: LabelledGame = serde_json::from_str(GAME).unwrap();
        let mut state = game.record.start(Rules::default()).unwrap();
        let mut globals = Vec::new();
        for (number, (color, mv)) in game.record.turns().enumerate() {
            let (file, row) = if number < 2 { (&first, number) } else { (&second, 0) };
            let inputs = Inputs::new(&state, color, AREA_ASSUMES_SUICIDE).unwrap();
            let bits = &file.tensor("planes").unwrap().data()[25 * row..25 * (row + 1)];
            for (at, value) in inputs.planes.iter().enumerate() {
                let bit = at % PLANES * 9 + at / PLANES;
                assert_eq!(bits[bit / 8] >> (bit % 8) & 1, *value as u8, "row {number}, {at}");
            }
            globals.extend(inputs.globals);
            state.play_as_recorded(color, mv).unwrap();
        }
        assert_eq!([floats(&first, "globals"), floats(&second, "globals")].concat(), globals);
        assert_eq!(floats(&first, "win"), [0.75, 0.1]);
        assert_eq!(floats(&first, "lead"), [6.5, -6.5]);
        assert_eq!(floats(&first, "final_lead"), [7.0, -7.0]);
        let policy = first.tensor("policy").unwrap();
        assert_eq!(policy.data()[2 * 4..2 * 5], 9000_u16.to_le_bytes());
        assert_eq!(policy.data()[2 * 19..2 * 20], 10000_u16.to_le_bytes());
        let owners = |name: &str| -> Vec<i8> {
            first.tensor(name).unwrap().data().iter().map(|byte| byte.cast_signed()).collect()
        };
        assert_eq!(owners("ownership")[..9], [UNKNOWN; 9]);
        assert_eq!(owners("ownership")[9..], [-9, -9, -9, -9, -9, -9, -9, 0, 5]);
        assert_eq!(owners("final_ownership")[..9], [9; 9]);
    }

    #[test]
    fn rows_are_in_the_order_of_the_names_of_files_and_of_the_games_in_them() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("games");
        fs::create_dir(&games).unwrap();
        for (name, chances) in
            [("b", ["7500", "1250"]), ("c", ["3750", "6250"]), ("a", ["2500", "8750"])]
        {
            let [one, other] = chances.map(|chance| OTHER.replace("5000", chance));
            write_games(&games.join(format!("{name}.jsonl.gz")), &[&one, &other]);
        }
        let out = folder.path().join("rows");
        let asked = RowsOptions { games: vec![games], out, rows: "4".parse().unwrap() };
        write(&asked, &mut io::sink()).unwrap();
        let wins = ["4x2-0000", "4x2-0001"].map(|name| {
            let file = fs::read(asked.out.join(format!("{name}.safetensors"))).unwrap();
            floats(&SafeTensors::deserialize(&file).unwrap(), "win")
        });
        // Black's chances of winning, as White's are in the games.
        assert_eq!(wins.concat(), [0.75, 0.125, 0.25, 0.875, 0.625, 0.375]);
    }

    #[test]
    fn a_folder_with_something_in_it_and_games_without_labels_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (asked, output) = ask(folder.path(), &[], "9");
        let error = output.unwrap_err().to_string();
        assert!(error.contains("labelled games were expected in games.jsonl.gz"), "{error}");
        assert!(ask(folder.path(), &[OTHER], "9").1.is_ok());
        let error = ask(folder.path(), &[OTHER], "9").1.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_dir(asked.out).unwrap().count(), 1);
        let large = OTHER.replace("\"width\": 4", "\"width\": 1");
        let folder = tempfile::tempdir().unwrap();
        let large = large.replace(", 0, 0, 0, 0, 0, 0]", "]");
        let error = ask(folder.path(), &[&large], "9").1.unwrap_err().to_string();
        assert!(error.contains("not 1x2"), "{error}");
    }
}

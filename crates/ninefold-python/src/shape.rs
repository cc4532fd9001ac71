//! Shapes of boards.

use crate::failure::value_error;
use ninefold::Shape;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// The shape that a value names: a text like `2x3`, a side, or a `Shape`.
///
/// # Errors
/// If there is no such shape.
pub(crate) fn shape_of(value: &Bound<'_, PyAny>) -> PyResult<Shape> {
    if let Ok(shape) = value.cast::<PyShape>() {
        return Ok(shape.get().0);
    }
    if let Ok(side) = value.extract::<usize>() {
        return Shape::for_side(side).map_err(value_error);
    }
    if let Ok(text) = value.extract::<String>() {
        return text.parse().map_err(value_error::<ninefold::ShapeError>);
    }
    let name = value.get_type().name()?;
    Err(PyTypeError::new_err(format!("a shape is a string like '3x3', a side like 16 or a Shape, not {name}")))
}

/// The shape of a board: the rows and columns of its boxes.
#[pyclass(frozen, eq, hash, module = "ninefold", name = "Shape")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyShape(pub(crate) Shape);

#[pymethods]
impl PyShape {
    /// Make a shape from the rows and columns of its boxes, or from its name or side alone: `Shape("2x3")`, `Shape(16)`.
    #[new]
    #[pyo3(signature = (box_rows, box_columns=None))]
    fn new(box_rows: &Bound<'_, PyAny>, box_columns: Option<usize>) -> PyResult<PyShape> {
        let shape = match box_columns {
            None => shape_of(box_rows)?,
            Some(columns) => Shape::new(box_rows.extract()?, columns).map_err(value_error)?,
        };
        Ok(PyShape(shape))
    }

    /// The number of rows of a box.
    #[getter]
    fn box_rows(&self) -> usize {
        self.0.box_rows()
    }

    /// The number of columns of a box.
    #[getter]
    fn box_columns(&self) -> usize {
        self.0.box_columns()
    }

    /// The number of cells in a row, which is also the number of digits.
    #[getter]
    fn side(&self) -> usize {
        self.0.side()
    }

    /// The number of cells.
    #[getter]
    fn cell_count(&self) -> usize {
        self.0.cell_count()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<PyShape>().into_any(), (self.0.to_string(),))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Shape('{}')", self.0)
    }
}

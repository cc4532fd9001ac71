//! Tables of answers: through Arrow's PyCapsule interface, or as plain lists for callers without Arrow.

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, RecordBatch, StringArray, StructArray, UInt32Array, UInt64Array,
};
use arrow_schema::{DataType, Field, FieldRef, Schema, SchemaRef};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList, PySequence, PySlice, PyString};
use pyo3_arrow::error::PyArrowResult;
use pyo3_arrow::ffi::{ArrayIterator, to_schema_pycapsule, to_stream_pycapsule};
use std::sync::Arc;

/// A table of answers, one row for each row of the question.
///
/// Everything that takes Arrow data takes it: `pyarrow.table(answers)`, `polars.DataFrame(answers)`, DuckDB's `from answers`.
#[pyclass(frozen, module = "ninefold")]
pub(crate) struct Table {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

impl Table {
    /// A table with columns in parts.
    ///
    /// # Panics
    /// If the parts do not have these columns.
    pub(crate) fn new(fields: Vec<Field>, parts: Vec<Vec<ArrayRef>>) -> Table {
        let schema = Arc::new(Schema::new(fields));
        let batch = |columns| RecordBatch::try_new(Arc::clone(&schema), columns).expect("answers fit their columns");
        Table { batches: parts.into_iter().map(batch).collect(), schema }
    }

    fn place(&self, name: &str) -> PyResult<usize> {
        self.schema.index_of(name).map_err(|_| {
            let names = self.column_names().join(", ");
            PyKeyError::new_err(format!("no column is called '{name}'; columns: {names}"))
        })
    }

    fn column(&self, place: usize) -> Column {
        let chunks = self.batches.iter().map(|batch| Arc::clone(batch.column(place))).collect();
        Column { field: Arc::clone(&self.schema.fields()[place]), chunks }
    }
}

#[pymethods]
impl Table {
    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<&str> {
        self.schema.fields().iter().map(|field| field.name().as_str()).collect()
    }

    /// The Arrow type of each column, by name: `Utf8`, `UInt64`.
    #[getter]
    fn types(&self) -> std::collections::HashMap<&str, String> {
        self.schema.fields().iter().map(|field| (field.name().as_str(), field.data_type().to_string())).collect()
    }

    /// The number of rows.
    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// Return the column with this name.
    fn __getitem__(&self, name: &Bound<'_, PyAny>) -> PyResult<Column> {
        let Ok(text) = name.cast::<PyString>() else {
            let names = self.column_names().join(", ");
            let message = format!("{} is not the name of a column; columns: {names}", name.repr()?);
            return Err(PyTypeError::new_err(message));
        };
        self.place(text.to_str()?).map(|place| self.column(place))
    }

    /// Return the columns as lists, by name.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        for (place, field) in self.schema.fields().iter().enumerate() {
            columns.set_item(field.name(), self.column(place).to_list(py)?)?;
        }
        Ok(columns)
    }

    /// Return the table as a `pandas.DataFrame`.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        made_by(slf, "_to_pandas")
    }

    /// Return the table as a `polars.DataFrame`.
    fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        made_by(slf, "_to_polars")
    }

    /// Return the table as a `pyarrow.Table`.
    fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        made_by(slf, "_to_arrow")
    }

    /// Return numpy arrays by name; boards in the usual digits are `uint8[n, 9, 9]`, 0 for blanks, other texts objects.
    fn to_numpy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        made_by(slf, "_to_numpy")
    }

    /// Show the first rows, for notebooks.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        made_by(slf, "_to_html")
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Table>() else { return Ok(false) };
        let other = other.get();
        Ok(other.schema == self.schema && self.to_dict(py)?.eq(other.to_dict(py)?)?)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts<'py>)> {
        let fields = self.schema.fields().iter();
        let parts = fields.map(|field| (field.name().clone(), field.data_type().to_string())).collect();
        let columns = (0..self.schema.fields().len()).map(|place| self.column(place).to_list(py));
        let columns = PyList::new(py, columns.collect::<PyResult<Vec<_>>>()?)?;
        Ok((py.import("ninefold._native")?.getattr("table_of")?, (parts, columns)))
    }

    fn __repr__(&self) -> String {
        format!("<ninefold.Table of {} rows: {}>", self.__len__(), self.column_names().join(", "))
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let field = Field::new_struct("", self.schema.fields().clone(), false);
        let arrays: Vec<ArrayRef> =
            self.batches.iter().map(|batch| Arc::new(StructArray::from(batch.clone())) as ArrayRef).collect();
        stream(py, arrays, Arc::new(field))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyArrowResult<Bound<'py, PyCapsule>> {
        to_schema_pycapsule(py, self.schema.as_ref())
    }
}

/// The name of a column and its Arrow type.
type Part = (String, String);

/// What a pickled table consists of: the names and types of its columns, and the values of each.
type Parts<'py> = (Vec<Part>, Bound<'py, PyList>);

/// The result of a function in the package's Python part, called with a table.
fn made_by<'py>(table: &Bound<'py, Table>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    table.py().import("ninefold._tables")?.getattr(name)?.call1((table,))
}

/// Make a table from lists, with `None` for nulls.
///
/// # Errors
/// If no answer has such a type, or a value has another type than its column.
#[pyfunction]
pub(crate) fn table_of(parts: Vec<Part>, columns: Vec<Bound<'_, PyAny>>) -> PyResult<Table> {
    let mut arrays: Vec<ArrayRef> = Vec::with_capacity(columns.len());
    let mut fields = Vec::with_capacity(columns.len());
    for ((name, kind), values) in parts.into_iter().zip(columns) {
        let (array, kind): (ArrayRef, DataType) = match kind.as_str() {
            "Utf8" => (Arc::new(StringArray::from(values.extract::<Vec<Option<String>>>()?)), DataType::Utf8),
            "Boolean" => (Arc::new(BooleanArray::from(values.extract::<Vec<Option<bool>>>()?)), DataType::Boolean),
            "UInt32" => (Arc::new(UInt32Array::from(values.extract::<Vec<Option<u32>>>()?)), DataType::UInt32),
            "UInt64" => (Arc::new(UInt64Array::from(values.extract::<Vec<Option<u64>>>()?)), DataType::UInt64),
            "Float64" => (Arc::new(Float64Array::from(values.extract::<Vec<Option<f64>>>()?)), DataType::Float64),
            other => return Err(PyValueError::new_err(format!("no column of a table has the type {other}"))),
        };
        fields.push(Field::new(name, kind, true));
        arrays.push(array);
    }
    if arrays.iter().any(|array| array.len() != arrays[0].len()) {
        return Err(PyValueError::new_err("the columns of a table have the same length"));
    }
    Ok(Table::new(fields, vec![arrays]))
}

/// A column of a [`Table`].
#[pyclass(frozen, module = "ninefold")]
pub(crate) struct Column {
    field: FieldRef,
    chunks: Vec<ArrayRef>,
}

#[pymethods]
impl Column {
    /// The number of rows.
    fn __len__(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    /// The number of rows that are null.
    #[getter]
    fn null_count(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.null_count()).sum()
    }

    /// Return the values as a list, with `None` for nulls.
    fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for chunk in &self.chunks {
            values(py, chunk, &list)?;
        }
        Ok(list)
    }

    /// Return a value by its row from 0, or a list of values: `column[:3]`.
    fn __getitem__<'py>(&self, row: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = row.py();
        if row.cast::<PySlice>().is_ok() {
            return self.to_list(py)?.into_any().get_item(row);
        }
        let (number, len) = (row.extract::<isize>()?, self.__len__());
        let outside = || PyIndexError::new_err(format!("there is no row {number}; there are {len}"));
        let place = if number < 0 { len.checked_add_signed(number) } else { usize::try_from(number).ok() };
        let mut place = place.ok_or_else(outside)?;
        for chunk in &self.chunks {
            if place < chunk.len() {
                let value = PyList::empty(py);
                values(py, &chunk.slice(place, 1), &value)?;
                return value.get_item(0);
            }
            place -= chunk.len();
        }
        Err(outside())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.to_list(py)?.try_iter()?.into_any())
    }

    fn __repr__(&self) -> String {
        format!("<ninefold.Column {} of {} rows, {} null>", self.field.name(), self.__len__(), self.null_count())
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        stream(py, self.chunks.clone(), Arc::clone(&self.field))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyArrowResult<Bound<'py, PyCapsule>> {
        to_schema_pycapsule(py, self.field.as_ref())
    }
}

/// Arrays as a stream, in their own types. Arrow lets a producer ignore the types that are requested, because readers
/// cast what they get. The code for casting here, between all types, would be a fifth of the package.
fn stream<'py>(py: Python<'py>, arrays: Vec<ArrayRef>, field: FieldRef) -> PyArrowResult<Bound<'py, PyCapsule>> {
    to_stream_pycapsule(py, Box::new(ArrayIterator::new(arrays.into_iter().map(Ok), field)), None)
}

/// Adds the values of an array to a list.
fn values<'py>(py: Python<'py>, array: &ArrayRef, list: &Bound<'py, PyList>) -> PyResult<()> {
    fn add<'py, T: IntoPyObject<'py>>(
        list: &Bound<'py, PyList>,
        values: impl ExactSizeIterator<Item = Option<T>>,
    ) -> PyResult<()> {
        extend(list, PyList::new(list.py(), values)?.as_sequence())
    }
    if array.null_count() == array.len() {
        return extend(list, &PyList::new(py, [py.None()])?.as_sequence().repeat(array.len())?);
    }
    match array.data_type() {
        DataType::Utf8 => match lines(py, array.as_string::<i32>())? {
            Some(lines) => extend(list, lines.as_sequence()),
            None => add(list, array.as_string::<i32>().iter()),
        },
        DataType::Boolean => add(list, array.as_boolean().iter()),
        DataType::UInt16 => add(list, array.as_primitive::<UInt16Type>().iter()),
        DataType::UInt32 => add(list, array.as_primitive::<UInt32Type>().iter()),
        DataType::UInt64 => add(list, array.as_primitive::<UInt64Type>().iter()),
        DataType::Float64 => add(list, array.as_primitive::<Float64Type>().iter()),
        other => unreachable!("no answer has the type {other}"),
    }
}

fn extend<'py>(list: &Bound<'py, PyList>, more: &Bound<'py, PySequence>) -> PyResult<()> {
    list.as_sequence().in_place_concat(more).map(drop)
}

/// Texts as a list, by way of one long text that Python itself splits into lines: this takes half as long as a call for
/// each text. `None` if some text has several lines.
fn lines<'py>(py: Python<'py>, texts: &StringArray) -> PyResult<Option<Bound<'py, PyList>>> {
    let mut all = String::with_capacity(texts.value_data().len() + texts.len());
    for (row, text) in texts.iter().enumerate() {
        if row > 0 {
            all.push('\n');
        }
        all.push_str(text.unwrap_or_default());
    }
    let lines =
        PyString::new(py, &all).call_method1(intern!(py, "split"), (intern!(py, "\n"),))?.cast_into::<PyList>()?;
    if lines.len() != texts.len() {
        return Ok(None);
    }
    let nulls = texts.nulls().into_iter().flat_map(|nulls| nulls.iter().enumerate().filter(|(_, is_valid)| !is_valid));
    nulls.map(|(row, _)| row).try_for_each(|row| lines.set_item(row, py.None()))?;
    Ok(Some(lines))
}

"""Views of arrays for compiled code: the address of the data, without reference counting.

Numba counts the users of an array whenever it is handed on, and a call for each of these counts takes longer than the
work in between. A `View` is the address and the lengths of an array whose layout is that of C, and nothing else: its
maker keeps the array. It is indexed like an array, but from the front only. Whatever whole numbers it holds,
compiled code takes them as 64 bits. Of an array of records each record is a row, whose fields have names. With
``NUMBA_BOUNDSCHECK=1`` an index beyond the end, or before the beginning, ends the process.

Importing this module needs the extra ``fast`` (Numba).
"""

# pyright: basic, reportCallIssue=false, reportOptionalCall=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false
# Numba infers the types of these functions by itself.
from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import config
from numba.core.imputils import lower_builtin, lower_getattr_generic, lower_setattr_generic
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    infer_getattr,
    infer_global,
    signature,
)
from numba.extending import intrinsic, models, overload, register_model
from numba.np.arrayobj import make_array, populate_array
from numba.np.numpy_support import from_dtype

_BYTE = ir.IntType(8)
_WORD = ir.IntType(64)


class View(types.Type):
    """An array; `of` is the type of what it holds: whole numbers or records."""

    def __init__(self, of: Any, dimensions: int) -> None:
        self.of, self.dimensions = of, dimensions
        super().__init__(name=f"View({of}, {dimensions})")


class Row(types.Type):
    """A record in such an array."""

    def __init__(self, record: Any) -> None:
        self.record = record
        super().__init__(name=f"Row({record})")


@register_model(View)
class _ViewModel(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        lengths = [(f"length{n}", types.int64) for n in range(kind.dimensions)]
        super().__init__(manager, kind, [("data", types.voidptr), *lengths])


@register_model(Row)
class _RowModel(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("data", types.voidptr)])


def _size(of: Any) -> int:
    return of.size if isinstance(of, types.Record) else of.bitwidth // 8


def _offset_pointer(builder: Any, data: Any, offset: Any) -> Any:
    return builder.gep(data, [offset], inbounds=True, source_etype=_BYTE)


def _load(context: Any, builder: Any, place: Any, of: Any) -> Any:
    number = context.get_value_type(of)
    value = builder.load(builder.bitcast(place, number.as_pointer()), typ=number)
    return context.cast(builder, value, of, types.int64)


def _store(context: Any, builder: Any, place: Any, of: Any, value: Any, given: Any) -> None:
    if not isinstance(given, types.Boolean) and given != of:
        value, given = context.cast(builder, value, given, types.int64), types.int64
    number = context.cast(builder, value, given, of)
    builder.store(number, builder.bitcast(place, number.type.as_pointer()))


def _check(context: Any, builder: Any, view: Any, indices: Any, given: Any) -> None:
    """End the process at an index outside of the view, if such checks are switched on."""
    if not config.BOUNDSCHECK:
        return
    for n, (one, what) in enumerate(zip(indices, given, strict=True)):
        place = context.cast(builder, one, what, types.int64)
        bad = builder.icmp_unsigned(">=", place, builder.extract_value(view, n + 1))
        with builder.if_then(bad, likely=False):
            trap = builder.module.declare_intrinsic("llvm.trap", [], ir.FunctionType(ir.VoidType(), []))
            builder.call(trap, [])


def _element(context: Any, builder: Any, kind: Any, view: Any, indices: Any, given: Any) -> Any:
    """Return where the element or the row of these indices begins."""
    parts = [builder.extract_value(view, n) for n in range(kind.dimensions + 1)]
    places = [context.cast(builder, one, what, types.int64) for one, what in zip(indices, given, strict=True)]
    place = places[0]
    for n in range(1, kind.dimensions):
        place = builder.mul(place, parts[n + 1])
        if n < len(places):
            place = builder.add(place, places[n])
    return _offset_pointer(builder, parts[0], builder.mul(place, ir.Constant(_WORD, _size(kind.of))))


@intrinsic
def view_of(_context: Any, array: Any) -> Any:
    """Return the view of an array, or a tuple with the views of the arrays in it and in its tuples."""

    def kind_of(one: Any) -> Any:
        if isinstance(one, types.Array):
            return View(one.dtype, one.ndim) if one.layout == "C" and one.ndim else None
        if not isinstance(one, types.BaseTuple):
            return one
        kinds = [kind_of(part) for part in one.types]
        return None if None in kinds else types.BaseTuple.from_types(kinds, getattr(one, "instance_class", None))

    def view(context: Any, builder: Any, kind: Any, given: Any) -> Any:
        if isinstance(kind, types.BaseTuple):
            items = (builder.extract_value(given, n) for n in range(len(kind.types)))
            parts = [view(context, builder, *one) for one in zip(kind.types, items, strict=True)]
            return context.make_tuple(builder, kind_of(kind), parts)
        if not isinstance(kind, types.Array):
            return given
        old = make_array(kind)(context, builder, given)
        made = ir.Constant(context.get_value_type(kind_of(kind)), ir.Undefined)
        made = builder.insert_value(made, builder.bitcast(old.data, _BYTE.as_pointer()), 0)
        for n in range(kind.ndim):
            made = builder.insert_value(made, builder.extract_value(old.shape, n), n + 1)
        return made

    result = kind_of(array)
    if result is None:
        return None
    return result(array), lambda context, builder, _, arguments: view(context, builder, array, arguments[0])


@intrinsic
def part(_context: Any, view: Any, first: Any, count: Any) -> Any:
    """Return the view of `count` elements, or rows of elements, of a view from the one numbered `first` on."""
    if not isinstance(view, View):
        return None

    def code(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        whole, start, length = arguments
        start = _element(context, builder, view, whole, [start], [first])
        made = builder.insert_value(whole, start, 0)
        return builder.insert_value(made, context.cast(builder, length, count, types.int64), 1)

    return view(view, first, count), code


def records_in(kind: Any) -> Any:
    """Return a function from a view of bytes to the view of the records of a NumPy type in them.

    An array of records would do, but it takes Numba longer to find out its type at each call than to solve many turns.
    """
    records = View(from_dtype(kind), 1)

    @intrinsic
    def found(_context: Any, view: Any) -> Any:
        def code(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
            length = builder.udiv(builder.extract_value(arguments[0], 1), ir.Constant(_WORD, kind.itemsize))
            return builder.insert_value(arguments[0], length, 1)

        return (records(view), code) if isinstance(view, View) and view.of is types.uint8 else None

    return found


@intrinsic
def array_of(_context: Any, view: Any) -> Any:
    """Return a view of one dimension as an array, over which a loop can run."""
    if not isinstance(view, View) or view.dimensions != 1:
        return None
    kind = types.Array(view.of, 1, "C")

    def code(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        made, data = make_array(kind)(context, builder), builder.extract_value(arguments[0], 0)
        size = ir.Constant(_WORD, _size(view.of))
        populate_array(
            made,
            data=builder.bitcast(data, context.get_data_type(view.of).as_pointer()),
            shape=[builder.extract_value(arguments[0], 1)],
            strides=[size],
            itemsize=size,
            meminfo=None,
        )
        return made._getvalue()

    return kind(view), code


@infer_global(operator.getitem)
class _TypedItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        whole, index = args
        if isinstance(whole, View):
            if isinstance(index, types.Integer):
                if whole.dimensions > 1:
                    return signature(View(whole.of, whole.dimensions - 1), whole, index)
                return signature(Row(whole.of) if isinstance(whole.of, types.Record) else types.int64, whole, index)
            if isinstance(index, types.BaseTuple) and len(index) == whole.dimensions:
                return signature(types.int64, whole, index)
        return None


@infer_global(operator.setitem)
class _TypedSetting(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        whole, index, value = args
        if isinstance(whole, View) and (
            (isinstance(index, types.Integer) and whole.dimensions == 1)
            or (isinstance(index, types.BaseTuple) and len(index) == whole.dimensions)
        ):
            return signature(types.none, whole, index, value)
        return None


@lower_builtin(operator.getitem, View, types.Integer)
def _item(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    whole, index = sig.args
    _check(context, builder, arguments[0], [arguments[1]], [index])
    place = _element(context, builder, whole, arguments[0], [arguments[1]], [index])
    if whole.dimensions > 1:
        made = ir.Constant(context.get_value_type(sig.return_type), ir.Undefined)
        made = builder.insert_value(made, place, 0)
        for n in range(1, whole.dimensions):
            made = builder.insert_value(made, builder.extract_value(arguments[0], n + 1), n)
        return made
    if isinstance(whole.of, types.Record):
        made = ir.Constant(context.get_value_type(sig.return_type), ir.Undefined)
        return builder.insert_value(made, place, 0)
    return _load(context, builder, place, whole.of)


@lower_builtin(operator.getitem, View, types.BaseTuple)
def _item_of_two(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    whole, index = sig.args
    indices = [builder.extract_value(arguments[1], n) for n in range(len(index))]
    _check(context, builder, arguments[0], indices, index)
    return _load(context, builder, _element(context, builder, whole, arguments[0], indices, index), whole.of)


@lower_builtin(operator.setitem, View, types.Integer, types.Any)
def _set_item(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    whole, index, value = sig.args
    _check(context, builder, arguments[0], [arguments[1]], [index])
    place = _element(context, builder, whole, arguments[0], [arguments[1]], [index])
    if isinstance(whole.of, types.Record):
        source = builder.extract_value(arguments[2], 0)
        record = ir.ArrayType(_WORD, whole.of.size // 8)
        whole_record = builder.load(builder.bitcast(source, record.as_pointer()), typ=record)
        builder.store(whole_record, builder.bitcast(place, record.as_pointer()))
    else:
        _store(context, builder, place, whole.of, arguments[2], value)
    return context.get_dummy_value()


@lower_builtin(operator.setitem, View, types.BaseTuple, types.Any)
def _set_item_of_two(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    whole, index, value = sig.args
    indices = [builder.extract_value(arguments[1], n) for n in range(len(index))]
    _check(context, builder, arguments[0], indices, index)
    place = _element(context, builder, whole, arguments[0], indices, index)
    _store(context, builder, place, whole.of, arguments[2], value)
    return context.get_dummy_value()


@infer_getattr
class _TypedField(AttributeTemplate):
    key = Row

    def generic_resolve(self, row: Any, name: str) -> Any:
        return types.int64 if name in row.record.fields else None


def _field(builder: Any, kind: Any, row: Any, name: str) -> tuple[Any, Any]:
    """Return where a field of a row begins, and its type."""
    offset = ir.Constant(_WORD, kind.record.offset(name))
    return _offset_pointer(builder, builder.extract_value(row, 0), offset), kind.record.typeof(name)


@lower_getattr_generic(Row)
def _field_of_row(context: Any, builder: Any, kind: Any, row: Any, name: str) -> Any:
    place, of = _field(builder, kind, row, name)
    return _load(context, builder, place, of)


@lower_setattr_generic(Row)
def _set_field_of_row(context: Any, builder: Any, sig: Any, arguments: Any, name: str) -> Any:
    place, of = _field(builder, sig.args[0], arguments[0], name)
    _store(context, builder, place, of, arguments[1], sig.args[1])
    return context.get_dummy_value()


@intrinsic
def _length(_context: Any, view: Any) -> Any:
    return types.int64(view), lambda _, builder, __, arguments: builder.extract_value(arguments[0], 1)


@overload(len, strict=False)
def _len(view: Any) -> Any:
    return (lambda view: _length(view)) if isinstance(view, View) else None  # noqa: PLW0108
